#include "harness/probes/copying.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "harness/lanes/lanes.h"
#include "harness/probes/vectors_in_memory.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 64;   // in work-groups of any size
constexpr std::uint64_t kParts = 16;   // each copied by one work-group
constexpr std::uint64_t kVectors = 7;  // of a copy: not a power of two, and not as many as work-items
constexpr std::uint64_t kStep = 3;     // vectors from one to the next of a strided copy
constexpr std::uint64_t kGap = (kVectors - 1) * kStep + 1;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;
constexpr std::byte kUnwritten{0xfc};  // of what a kernel writes to
constexpr std::byte kFilled{0x5a};     // of local memory before copies

// A copy, and where its part of the output has what it left: a guard, its vectors `step` apart, and another guard.
struct Copy {
  std::string_view what;
  std::uint64_t from = 0;  // vectors, in the part of the input
  std::uint64_t from_step = 1;
  std::uint64_t to = 0;  // vectors, in the part of the output
  std::uint64_t step = 1;
  std::byte before{};

  std::uint64_t size() const { return (kVectors - 1) * step + 1; }
};

// Local memory is written out as it is after the first two; the others are of what stands there.
constexpr std::uint64_t kRoom = 2 * (kVectors + 2);
constexpr std::array kCopies = std::to_array<Copy>({
    {"async_work_group_copy to local memory", 0, 1, 1, 1, kFilled},
    {"async_work_group_strided_copy to local memory", kVectors, kStep, kVectors + 3, 1, kFilled},
    {"async_work_group_copy to global memory", 0, 1, kRoom + 1, 1, kUnwritten},
    {"async_work_group_strided_copy to global memory", kVectors, kStep, kRoom + kVectors + 3, kStep, kUnwritten},
});
constexpr std::uint64_t kFrom = kVectors + kGap;                // vectors of a part of the input,
constexpr std::uint64_t kTo = kRoom + kVectors + 2 + kGap + 2;  // and of the output

std::string kernel_text(Type type, int width) {
  return fmt::format(R"(
kernel void copy_v{width}(global {vector}* out, global const {vector}* in) {{
  local {vector} room[{room}];
  local uchar* cells = (local uchar*)room;
  const size_t me = get_local_id(0);
  const size_t all = get_local_size(0);
  for (size_t part = get_group_id(0); part < {parts}; part += get_num_groups(0)) {{
    global const {vector}* from = in + part * {from};
    global {vector}* to = out + part * {to};
    for (size_t i = me; i < sizeof(room); i += all) cells[i] = {filled:#x};
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t two[2];
    two[0] = async_work_group_copy(room + 1, from, {vectors}, 0);
    two[1] = async_work_group_strided_copy(room + {vectors} + 3, from + {vectors}, {vectors}, {step}, 0);
    wait_group_events(2, two);
    for (size_t i = me; i < sizeof(room); i += all) ((global uchar*)to)[i] = cells[i];
    event_t one = async_work_group_copy(to + {room} + 1, (local const {vector}*)room + 1, {vectors}, 0);
    one = async_work_group_strided_copy(to + {room} + {vectors} + 3, (local const {vector}*)room + {vectors} + 3, {vectors},
                                        {step}, one);
    wait_group_events(1, &one);
    barrier(CLK_LOCAL_MEM_FENCE);
  }}
}}
)",
                     fmt::arg("width", width), fmt::arg("vector", vector_name(type, width)), fmt::arg("room", kRoom),
                     fmt::arg("parts", kParts), fmt::arg("from", kFrom), fmt::arg("to", kTo),
                     fmt::arg("filled", static_cast<unsigned>(kFilled)), fmt::arg("vectors", kVectors),
                     fmt::arg("step", kStep));
}

std::uint64_t vector_bytes(Type type, int width) {
  return memory_stride(width) * static_cast<std::uint64_t>(classay::width(type) / 8);
}

// What of a copy is not as it should be.
struct Account {
  std::uint64_t not_copied = 0;      // elements
  std::uint64_t written_beside = 0;  // bytes
};

// What a vector of three has in its fourth place is copied with it or not: "behave as ... for 4-component vectors", and no
// kernel can see it.
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
    for (const std::byte b : got.subspan(at, element)) account.written_beside += b != before ? 1 : 0;
  }
}

void compare(const Copied& c, const Copy& copy, std::uint64_t part, Account& account) {
  const std::uint64_t bytes = vector_bytes(c.type, c.width);
  const std::span<const std::byte> from(c.from);
  const std::span<const std::byte> to(c.to);
  for (std::uint64_t i = 0; i < copy.size() + 2; ++i) {  // with the guards
    const std::span<const std::byte> got = to.subspan((part * kTo + copy.to - 1 + i) * bytes, bytes);
    const bool is_copied = i > 0 && i <= copy.size() && (i - 1) % copy.step == 0;
    if (is_copied) {
      const std::uint64_t source = part * kFrom + copy.from + (i - 1) / copy.step * copy.from_step;
      compare_vector(c, from.subspan(source * bytes, bytes), got, copy.before, account);
    } else {
      for (const std::byte b : got) account.written_beside += b != copy.before ? 1 : 0;
    }
  }
}

}  // namespace

std::string copying_source(Type type, std::span<const int> widths) {
  std::string text = extension_lines(type);
  for (const int width : widths) text += kernel_text(type, width);
  return text;
}

std::vector<Copied> copied(Device& device, Type type) {
  const std::vector<int> widths(kVectorWidths.begin(), kVectorWidths.end());
  const auto source = [type](const std::vector<int>& some) { return Source{copying_source(type, some), ""}; };
  Programs programs(device, {.name = "copy", .held = widths, .asked = widths, .source = source}, 1, {});
  std::vector<Copied> all;
  for (const int width : kVectorWidths) {
    Copied c{.type = type,
             .width = width,
             .from = random_elements(type, kParts * kFrom * memory_stride(width)),
             .to = {},
             .unbuilt = {}};
    if (const auto failed = programs.unbuilt().find(width); failed != programs.unbuilt().end()) {
      c.unbuilt = failed->second;
      all.push_back(std::move(c));
      continue;
    }
    Stream& stream = programs.stream(width);
    stream.submit({.kernel = fmt::format("copy_v{}", width),
                   .items = kItems,
                   .outputs = {kParts * kTo * vector_bytes(type, width)},
                   .inputs = {c.from},
                   .scalars = {},
                   .poison = kPoison});
    const Finished finished = stream.wait();
    c.to.assign(finished.outputs.at(0).begin(), finished.outputs.at(0).end());
    all.push_back(std::move(c));
  }
  return all;
}

std::vector<std::string> objections(const Copied& c) {
  if (c.unbuilt) return {"does not build: " + c.unbuilt->reason};
  std::vector<std::string> all;
  for (const Copy& copy : kCopies) {
    Account account;
    for (std::uint64_t part = 0; part < kParts; ++part) compare(c, copy, part, account);
    if (account.not_copied > 0) {
      all.push_back(fmt::format("{}: {} elements are others than those that were copied", copy.what, account.not_copied));
    }
    if (account.written_beside > 0) {
      all.push_back(fmt::format("{}: {} bytes beside what was copied were written", copy.what, account.written_beside));
    }
  }
  return all;
}

Json to_json(const Copied& c) {
  Json json{{"format", info(c.type).name}, {"width", c.width}, {"objections", objections(c)}};
  if (c.unbuilt) json["log"] = c.unbuilt->log;
  return json;
}

}  // namespace classay
