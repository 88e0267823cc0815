// Provides tests that every device's stream must pass, whatever its API. Each back end's tests use them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "harness/device/backend.h"
#include "harness/device/launch_grid.h"

namespace classay::testing_support {

inline constexpr const char* kKernels = R"(
kernel void numbered(global uint* out, ulong first) { out[get_global_id(0)] = (uint)(first + get_global_id(0)); }
kernel void silent(global uint* out, ulong first) {}
kernel void begun(global uint* out) { out[get_global_id(0)] = (uint)get_global_offset(0); }
kernel void sum(global uint* out, global const uint* a, global const uint* b) {
  const size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}
)";

inline std::vector<std::uint32_t> words(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> result(bytes.size() / 4);
  std::memcpy(result.data(), bytes.data(), result.size() * 4);
  return result;
}

// Launches in flight complete in order and with their own results. `options`: of the build.
inline void expect_order(Device& device, const std::string& options = "") {
  const auto program = device.build({.source = kKernels, .il = {}, .options = options});
  const auto stream = device.stream(*program, 2);
  constexpr std::uint64_t n = 1000;
  std::uint64_t expected = 0;
  const auto take = [&] {
    const Finished finished = stream->wait();
    ASSERT_EQ(finished.outputs.size(), 1U);
    const std::vector<std::uint32_t> got = words(finished.outputs[0]);
    ASSERT_EQ(got.size(), n);
    EXPECT_EQ(got.front(), expected);
    EXPECT_EQ(got.back(), expected + n - 1);
    EXPECT_FALSE(finished.wrote_before);
    EXPECT_GT(finished.device_seconds, 0);
    expected += n;
  };
  for (std::uint64_t batch = 0; batch < 20; ++batch) {
    if (stream->in_flight() == stream->slots()) take();
    stream->submit({.kernel = "numbered", .items = n, .outputs = {n * 4}, .scalars = {batch * n}, .poison = 0xdeadbeef});
  }
  while (stream->in_flight() > 0) take();
  EXPECT_EQ(expected, 20 * n);
}

// A kernel that writes nothing leaves the poison of its own launch.
inline void expect_poison(Device& device) {
  const auto program = device.build({.source = kKernels});
  const auto stream = device.stream(*program, 1);
  stream->submit({.kernel = "numbered", .items = 8, .outputs = {32}, .scalars = {7}, .poison = 1});
  EXPECT_EQ(words(stream->wait().outputs[0]).front(), 7U);
  for (const std::uint32_t poison : {0xa5a5a5a5U, 0x5a5a5a5aU}) {
    stream->submit({.kernel = "silent", .items = 8, .outputs = {32}, .scalars = {7}, .poison = poison});
    EXPECT_THAT(words(stream->wait().outputs[0]), testing::Each(poison));
  }
}

inline void expect_inputs(Device& device) {
  const auto program = device.build({.source = kKernels});
  const auto stream = device.stream(*program, 1);
  const std::vector<std::uint32_t> a{1, 2, 3};
  const std::vector<std::uint32_t> b{10, 20, 30};
  stream->submit(
      {.kernel = "sum", .items = 3, .outputs = {12}, .inputs = {std::as_bytes(std::span(a)), std::as_bytes(std::span(b))}});
  EXPECT_THAT(words(stream->wait().outputs[0]), testing::ElementsAre(11, 22, 33));
}

inline constexpr const char* kReducing = R"(
kernel void add_up(global uint* sum, global const uint* of, ulong n) {
  sum[0] = 0;
  for (ulong i = 0; i < n; ++i) sum[0] += of[i];
}
kernel void idle(global uint* sum, global const uint* of, ulong n) {}
)";

// A second kernel reads the output of the first. Only its output and the guards are brought; the rest is brought on request
// while the next launch runs. The modules: those of kKernels and kReducing, in the language of the device.
inline void expect_reductions(Device& device, const Module& kernels = {.source = kKernels},
                              const Module& reductions = {.source = kReducing}) {
  const auto program = device.build(kernels);
  const auto reducing = device.build(reductions);
  const auto stream = device.stream(*program, 2);
  constexpr std::uint64_t n = 1000;
  const auto submit = [&](std::uint64_t first, std::uint64_t items, const std::string& kernel) {
    Launch launch{.kernel = "numbered", .items = items, .outputs = {(n + 8) * 4}, .inputs = {}, .scalars = {first}};
    launch.poison = 0xdeadbeef;
    if (!kernel.empty()) {
      launch.reduction =
          Reduction{.program = reducing.get(), .kernel = kernel, .items = 1, .bytes = 4, .scalars = {n}, .used = {n * 4}};
    }
    stream->submit(launch);
  };
  for (const std::uint64_t first : {3, 5}) {
    submit(first, n, "add_up");
    const Finished finished = stream->wait();
    EXPECT_THAT(words(finished.reduced), testing::ElementsAre(n * first + n * (n - 1) / 2));
    EXPECT_THAT(words(finished.outputs.at(0)), testing::AllOf(testing::SizeIs(8), testing::Each(0xdeadbeef)));
    EXPECT_FALSE(finished.wrote_before);
    submit(7, n, "");
    const std::vector<std::uint32_t> whole = words(stream->outputs().at(0));
    ASSERT_EQ(whole.size(), n + 8);
    EXPECT_EQ(whole[n - 1], first + n - 1);
    EXPECT_EQ(words(stream->wait().outputs.at(0)).front(), 7U);
  }
  submit(0, n + 1, "add_up");
  EXPECT_EQ(words(stream->wait().outputs.at(0)).front(), n) << "a write beyond the output is detected";
  submit(0, n, "idle");
  EXPECT_THAT(words(stream->wait().reduced), testing::ElementsAre(0xdeadbeef));
}

// A launch in pieces has the results of one in one piece. `new_stream`: makes a stream of the kernels of kKernels, for a
// device with a watchdog.
inline void expect_pieces(const std::function<std::unique_ptr<Stream>()>& new_stream) {
  constexpr std::uint64_t kLength = LaunchGrid::kUnmeasured;
  constexpr std::uint64_t kItems = 2 * kLength + 512;
  for (const bool may_be_split : {true, false}) {
    const auto stream = new_stream();
    stream->submit({.kernel = "begun", .items = kItems, .outputs = {kItems * 4}, .poison = 1, .may_be_split = may_be_split});
    const std::vector<std::uint32_t> got = words(stream->wait().outputs[0]);
    for (std::uint64_t i = 0; i < kItems; ++i) ASSERT_EQ(got[i], may_be_split ? i / kLength * kLength : 0) << i;
  }
  for (const std::uint64_t items : {kLength + 1, 2 * kLength + 77, 3 * kLength}) {
    const auto stream = new_stream();
    for (const std::uint64_t first : {3, 5}) {
      Launch launch{.kernel = "numbered", .items = items, .outputs = {items * 4 + 4096}, .scalars = {first}};
      launch.poison = 0xdeadbeef;
      launch.may_be_split = true;
      stream->submit(launch);
      const Finished finished = stream->wait();
      EXPECT_GT(finished.device_seconds, 0);
      EXPECT_FALSE(finished.wrote_before);
      const std::vector<std::uint32_t> got = words(finished.outputs[0]);
      for (std::uint64_t i = 0; i < items; ++i) ASSERT_EQ(got[i], first + i) << "of " << items;
      for (std::uint64_t i = items; i < got.size(); ++i) ASSERT_EQ(got[i], 0xdeadbeef) << "beyond " << items;
    }
  }
}

// Exactly the requested number of work-items run.
inline void expect_exactly(Device& device, std::uint64_t items, const std::string& options = "") {
  const auto program = device.build({.source = kKernels, .il = {}, .options = options});
  const auto stream = device.stream(*program, 1);
  stream->submit(
      {.kernel = "numbered", .items = items, .outputs = {items * 4 + 4096}, .scalars = {3}, .poison = 0xdeadbeef});
  const std::vector<std::uint32_t> got = words(stream->wait().outputs[0]);
  for (std::uint64_t i = 0; i < items; ++i) ASSERT_EQ(got[i], 3 + i) << "of " << items;
  for (std::uint64_t i = items; i < got.size(); ++i) ASSERT_EQ(got[i], 0xdeadbeef) << "beyond " << items;
}

// Builds a program that does not compile. Returns the message of the error, which must be a build error.
inline std::string refusal_of_program(Device& device, const std::string& source) {
  try {
    device.build({.source = source});
  } catch (const DeviceError& e) {
    EXPECT_EQ(e.fault(), Fault::build);
    return e.what();
  }
  ADD_FAILURE() << "it compiled";
  return "";
}

// Launches a kernel that the program does not have. Returns the message of the error.
inline std::string refusal_of_kernel(Device& device, const std::string& kernel) {
  const auto program = device.build({.source = kKernels});
  const auto stream = device.stream(*program, 1);
  try {
    stream->submit({.kernel = kernel, .items = 1, .outputs = {4}});
  } catch (const DeviceError& e) {
    return e.what();
  }
  ADD_FAILURE() << "it ran";
  return "";
}

}  // namespace classay::testing_support
