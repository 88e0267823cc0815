#include "harness/worker/probes/copying.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/vectors_in_memory.h"
#include "kernels/copying.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0x01010101 * static_cast<std::uint32_t>(kUnwrittenBefore);

std::uint64_t vector_bytes(Type type, int width) {
  return memory_stride(width) * static_cast<std::uint64_t>(classay::width(type) / 8);
}

struct Account {
  std::uint64_t not_copied = 0;      // elements
  std::uint64_t written_beside = 0;  // bytes
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
    for (const std::byte b : got.subspan(at, element)) account.written_beside += b != before ? 1 : 0;
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
      for (const std::byte b : got) account.written_beside += b != copy.before ? 1 : 0;
    }
  }
}

}  // namespace

std::vector<Copied> copied(Device& device, FrontEnd front_end, Type type) {
  const std::vector<int> widths(kVectorWidths.begin(), kVectorWidths.end());
  const auto source = [&](const std::vector<int>& some) {
    return writer(front_end).copying(type, some, compiler_of(device.capabilities()));
  };
  Programs programs(device, {.name = "copy", .front_end = front_end, .held = widths, .asked = widths, .source = source}, 1,
                    {});
  std::vector<Copied> all;
  for (const int width : kVectorWidths) {
    Copied c{.type = type,
             .width = width,
             .from = random_elements(type, kCopyingParts * kCopiedFrom * memory_stride(width)),
             .to = {},
             .unbuilt = {}};
    if (const auto failed = programs.unbuilt().find(width); failed != programs.unbuilt().end()) {
      c.unbuilt = failed->second;
      all.push_back(std::move(c));
      continue;
    }
    Stream& stream = programs.stream(width);
    stream.submit({.kernel = copying_kernel_name(width),
                   .items = kCopyingItems,
                   .outputs = {kCopyingParts * kCopiedTo * vector_bytes(type, width)},
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
  for (const CopyAsked& copy : kCopiesAsked) {
    Account account;
    for (std::uint64_t part = 0; part < kCopyingParts; ++part) compare(c, copy, part, account);
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
