// Tests that async_work_group_copy and async_work_group_strided_copy, or OpGroupAsyncCopy, copy their elements and write
// nothing else (kernels/copying.h); and the same of async_work_group_copy_2D2D and _3D3D. Tests that prefetch has no effect
// on results: for each type and vector width, copies data after prefetching it (kernels/prefetching.h).
#include "kernels/copying.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/probes/vectors_in_memory.h"
#include "kernels/prefetching.h"

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

// ---- Lines and planes

// Calls visit(place in the memory of the box, number of the element).
template <class Visit>
void for_each_element(const ExtendedCopy& copy, const CopiedBox& box, Visit visit) {
  std::uint64_t number = 0;
  for (std::uint64_t p = 0; p < copy.planes; ++p) {
    for (std::uint64_t l = 0; l < copy.lines; ++l) {
      for (std::uint64_t e = 0; e < copy.elements; ++e) visit(box.offset + p * box.plane + l * box.line + e, number++);
    }
  }
}

// The bytes of a part of the output, all of which are defined.
struct ExpectedPart {
  std::vector<std::byte> bytes;
  std::vector<std::string> by;  // by element: the copy that writes it; empty: none
};

ExpectedPart expected_part(std::span<const std::byte> from, std::uint64_t bytes) {
  ExpectedPart expected{.bytes = std::vector<std::byte>((kExtendedRoom + kExtendedTo) * bytes, kUnwrittenBefore),
                        .by = std::vector<std::string>(kExtendedRoom + kExtendedTo)};
  std::fill_n(expected.bytes.begin(), kExtendedRoom * bytes, kFilledBefore);
  for (const ExtendedCopy& copy : kExtendedCopies) {
    std::vector<std::uint64_t> sources;
    for_each_element(copy, copy.from, [&](std::uint64_t place, std::uint64_t) { sources.push_back(place); });
    const auto put = [&](const CopiedBox& box, std::uint64_t first, std::string_view memory) {
      for_each_element(copy, box, [&](std::uint64_t place, std::uint64_t number) {
        std::ranges::copy(from.subspan(sources.at(number) * bytes, bytes),
                          expected.bytes.begin() + static_cast<std::ptrdiff_t>((first + place) * bytes));
        expected.by.at(first + place) = fmt::format("{} to {} memory", copy.what, memory);
      });
    };
    put(copy.local, 0, "local");
    put(copy.to, kExtendedRoom, "global");
  }
  return expected;
}

void compare_extended(std::uint64_t bytes, std::span<const std::byte> from, std::span<const std::byte> to,
                      Objections& objections) {
  const ExpectedPart expected = expected_part(from, bytes);
  for (std::size_t i = 0; i < expected.by.size(); ++i) {
    const auto right = std::span(expected.bytes).subspan(i * bytes, bytes);
    if (std::ranges::equal(right, to.subspan(i * bytes, bytes))) continue;
    const std::string& copy = expected.by[i];
    const std::string what =
        copy.empty() ? fmt::format("{} memory outside the copies was written", i < kExtendedRoom ? "local" : "global")
                     : copy + ": an element differs from the one that was copied";
    objections.add(what, fmt::format("{}, elements of {} bytes", what, bytes));
  }
}

ProbeFinding extended_finding(Device& device) {
  const std::unique_ptr<Program> program = device.build(module_of(extended_copying_source(), FrontEnd::clc));
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  Objections objections;
  for (const std::uint64_t bytes : kExtendedElements) {
    const std::vector<std::byte> from = random_elements(Type::u8, kCopyingParts * kExtendedFrom * bytes);
    const std::uint64_t size = (kExtendedRoom + kExtendedTo) * bytes;
    stream->submit({.kernel = extended_copying_kernel_name(bytes),
                    .items = kCopyingItems,
                    .outputs = {kCopyingParts * size},
                    .inputs = {from},
                    .scalars = {},
                    .poison = kPoison});
    const Finished finished = stream->wait();
    const std::span<const std::byte> to = finished.outputs.at(0);
    for (std::uint64_t part = 0; part < kCopyingParts; ++part) {
      compare_extended(bytes, std::span(from).subspan(part * kExtendedFrom * bytes, kExtendedFrom * bytes),
                       to.subspan(part * size, size), objections);
    }
  }
  return {.violations = objections.sentences()};
}

class ExtendedAsyncCopyProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "async-copy-extended"; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask&) const override {
    constexpr std::string_view kExtension = "cl_khr_extended_async_copies";
    if (device.capabilities().has_extension(kExtension)) return std::nullopt;
    return fmt::format("{} is not in CL_DEVICE_EXTENSIONS", kExtension);
  }
  ProbeFinding test(Device& device, const ProbeTask&) const override {
    return or_unbuilt([&] { return extended_finding(device); });
  }
};

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

const Probe& extended_async_copy_probe() {
  static const ExtendedAsyncCopyProbe probe;
  return probe;
}

namespace {

constexpr std::uint64_t kPrefetchItems = 64;
constexpr std::uint32_t kPrefetchPoison = 0xfcfcfcfc;

ProbeFinding prefetch_finding(Type type, int width, Stream& stream) {
  const std::uint64_t stride = memory_stride(width);
  const std::vector<std::byte> in = random_elements(type, kPrefetchItems * stride);
  stream.submit({.kernel = prefetching_kernel_name(width),
                 .items = kPrefetchItems,
                 .outputs = {in.size()},
                 .inputs = {in},
                 .scalars = {},
                 .poison = kPrefetchPoison});
  const Finished finished = stream.wait();
  const int element = classay::width(type) / 8;
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < kPrefetchItems * stride; ++i) {
    if (i % stride >= static_cast<std::uint64_t>(width)) continue;
    wrong += element_at(in, element, i) != element_at(finished.outputs.at(0), element, i) ? 1 : 0;
  }
  if (wrong == 0) return {};
  return {.violations = {fmt::format("{} elements are others than those that were prefetched", wrong)}};
}

class PrefetchProbe : public Probe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "prefetch"; }
  void run(Device& device, const ProbeTask& task, const Report& report) const override {
    const auto source = [&](const std::vector<int>& widths) {
      return writer(task.front_end).prefetching(task.format, widths, compiler_of(device.capabilities()));
    };
    const auto test = [&](int width, Stream& stream) { return prefetch_finding(task.format, width, stream); };
    run_widths(device, task, {.name = "prefetch", .source = source, .test = test}, report);
  }
};

}  // namespace

const Probe& prefetch_probe() {
  static const PrefetchProbe probe;
  return probe;
}

}  // namespace classay
