#include "harness/device/driver_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "harness/device/backend.h"
#include "harness/process/watch.h"

namespace classay {
namespace {

constexpr std::size_t kMostItems = 65536;
constexpr std::size_t kLargestGroup = 65536;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::uint64_t kMostMemory = (std::uint64_t{1} << 63U) - 1;
constexpr std::size_t kMostNotes = 16;

struct Notes {
  std::mutex mutex;
  std::vector<std::string> all;
};
Notes& notes() {
  static Notes& only = *new Notes;  // never destroyed: drivers call back while a process ends
  return only;
}

}  // namespace

std::vector<std::string> driver_notes() {
  const std::lock_guard lock(notes().mutex);
  return notes().all;
}

void note_of_driver(const std::string& sentence) {
  const std::lock_guard lock(notes().mutex);
  std::vector<std::string>& all = notes().all;
  if (all.size() < kMostNotes && std::ranges::find(all, sentence) == all.end()) all.push_back(sentence);
}

void note_environment(std::string_view call, FloatEnvironment found) {
  note_of_driver(fmt::format("{} changed the floating-point environment of its caller, which classay restored: it {}", call,
                             text_of(found)));
}

void misreported(std::string_view call, std::string_view success, std::string_view but) {
  throw DeviceError(Fault::misreported, fmt::format("{}: {}, but {}", call, success, but));
}

void threw(std::string_view call, const char* what) {
  throw DeviceError(Fault::misreported, fmt::format("{}: the driver threw a C++ exception{}", call,
                                                    what == nullptr ? "" : fmt::format(" ({})", what)));
}

void thread_ended_in(std::string_view call) { ending::end_over(ending::Kind::thread, call); }

std::size_t believable_count(std::string_view call, std::uint64_t count) {
  if (count > kMostItems) misreported(call, "success", fmt::format("it lists {} items", count));
  return static_cast<std::size_t>(count);
}

std::size_t believable_group_size(std::string_view call, std::uint64_t size) {
  if (size > kLargestGroup) misreported(call, "success", fmt::format("the kernel requires work-groups of {}", size));
  return static_cast<std::size_t>(size);
}

std::size_t believable_size(std::string_view what, std::uint64_t bytes) {
  if (bytes <= kMostBytes) return static_cast<std::size_t>(bytes);
  note_of_driver(fmt::format("{} has a size of {} bytes by the driver; classay reads {}", what, bytes, kMostBytes));
  return kMostBytes;
}

std::uint64_t believable_memory(std::string_view what, std::uint64_t bytes) {
  if (bytes <= kMostMemory) return bytes;
  note_of_driver(fmt::format("{} is {} bytes by the driver; journals have {}", what, bytes, kMostMemory));
  return kMostMemory;
}

}  // namespace classay
