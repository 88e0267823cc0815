// Tests that async_work_group_copy and async_work_group_strided_copy, or OpGroupAsyncCopy, copy their elements and write
// nothing else (kernels/copying.h).
#include "kernels/copying.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/journal/probe_finding.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/vectors_in_memory.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0x01010101 * static_cast<std::uint32_t>(kUnwrittenBefore);

std::uint64_t vector_bytes(Type type, int width) {
  return memory_stride(width) * static_cast<std::uint64_t>(classay::width(type) / 8);
}

struct Copied {
  Type type = Type::i32;
  int width = 1;
  std::vector<std::byte> from;
  std::vector<std::byte> to;
};

struct Account {
  std::uint64_t not_copied = 0;       // elements
  std::uint64_t written_outside = 0;  // bytes
};

// The fourth place of a vector of three may be copied or not: "behave as ... for 4-component vectors", and no kernel can see
// it.
void compare_vector(const Copied& c, std::span<const std::byte> right, std::span<const std::byte> got, std::byte before,
                    Account& account) {
  const auto element = static_cast<std::size_t>(classay::width(c.type) / 8);
  for (std::size_t at = 0; at < right.size(); at += element) {
    const auto same = std::ranges::equal(right.subspan(at, element), got.subspan(at, element));
    if (same) continue;
    if (at / element < static_cast<std::size_t>(c.width)) {
      ++account.not_copied;
      continue;
    }
    for (const std::byte b : got.subspan(at, element)) account.written_outside += b != before ? 1 : 0;
  }
}

void compare(const Copied& c, const CopyAsked& copy, std::uint64_t part, Account& account) {
  const std::uint64_t bytes = vector_bytes(c.type, c.width);
  const std::span<const std::byte> from(c.from);
  const std::span<const std::byte> to(c.to);
  for (std::uint64_t i = 0; i < copy.size() + 2; ++i) {  // with the guards
    const std::span<const std::byte> got = to.subspan((part * kCopiedTo + copy.to - 1 + i) * bytes, bytes);
    const bool is_copied = i > 0 && i <= copy.size() && (i - 1) % copy.step == 0;
    if (is_copied) {
      const std::uint64_t source = part * kCopiedFrom + copy.from + (i - 1) / copy.step * copy.from_step;
      compare_vector(c, from.subspan(source * bytes, bytes), got, copy.before, account);
    } else {
      for (const std::byte b : got) account.written_outside += b != copy.before ? 1 : 0;
    }
  }
}

Copied measure_copies(Stream& stream, Type type, int width) {
  Copied c{.type = type,
           .width = width,
           .from = random_elements(type, kCopyingParts * kCopiedFrom * memory_stride(width)),
           .to = {}};
  stream.submit({.kernel = copying_kernel_name(width),
                 .items = kCopyingItems,
                 .outputs = {kCopyingParts * kCopiedTo * vector_bytes(type, width)},
                 .inputs = {c.from},
                 .scalars = {},
                 .poison = kPoison});
  const Finished finished = stream.wait();
  c.to.assign(finished.outputs.at(0).begin(), finished.outputs.at(0).end());
  return c;
}

std::vector<std::string> violations(const Copied& c) {
  std::vector<std::string> all;
  for (const CopyAsked& copy : kCopiesAsked) {
    Account account;
    for (std::uint64_t part = 0; part < kCopyingParts; ++part) compare(c, copy, part, account);
    if (account.not_copied > 0) {
      all.push_back(fmt::format("{}: {} elements are others than those that were copied", copy.what, account.not_copied));
    }
    if (account.written_outside > 0) {
      all.push_back(fmt::format("{}: {} bytes outside the copy were written", copy.what, account.written_outside));
    }
  }
  return all;
}

class AsyncCopyProbe : public Probe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "async-copy"; }
  void run(Device& device, const ProbeTask& task, const Report& report) const override {
    const auto source = [&](const std::vector<int>& widths) {
      return writer(task.front_end).copying(task.format, widths, compiler_of(device.capabilities()));
    };
    const auto test = [&](int width, Stream& stream) -> ProbeFinding {
      return {.violations = violations(measure_copies(stream, task.format, width))};
    };
    run_widths(device, task, {.name = "copy", .source = source, .test = test}, report);
  }
};

}  // namespace

const Probe& async_copy_probe() {
  static const AsyncCopyProbe probe;
  return probe;
}

}  // namespace classay
