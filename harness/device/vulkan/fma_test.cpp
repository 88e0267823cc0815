// Tests whether the driver rounds an Fma once. GLSL.std.450 allows two roundings, but clspv's library requires one: with
// two, its sin is far off. As a cross-check, the library's module also runs with each Fma computed in double, where products
// of floats are exact; the same polynomial is right then.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "harness/device/registry.h"
#include "harness/device/vulkan/clspv.h"

namespace classay {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr const char* kProbe = R"(
kernel void probe(global float* out, global const float* a, global const float* b, global const float* c) {
  const size_t i = get_global_id(0);
  out[i] = fma(a[i], b[i], c[i]);
}
)";
constexpr const char* kSine = R"(
kernel void probe(global float* out, global const float* in) { out[get_global_id(0)] = sin(in[get_global_id(0)]); }
)";
constexpr const char* kOptions =
    "-cl-std=CL3.0 -inline-entry-points -uniform-workgroup-size -module-constants-in-storage-buffer "
    "-global-offset-push-constant -spv-version=1.3 -w";

class FmaTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      device_ = vulkan_backend()->open("");
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
    const Capabilities& c = device_->capabilities();
    if (!c.has(Ability::opencl_c_for_vulkan)) GTEST_SKIP() << c.lacks.at(Ability::opencl_c_for_vulkan);
    if (!c.has(Ability::f64)) GTEST_SKIP() << c.lacks.at(Ability::f64);
  }

  std::vector<float> run(const Module& module, const std::vector<std::vector<float>>& inputs) {
    const auto program = device_->build(module);
    const auto stream = device_->stream(*program, 1);
    Launch launch{.kernel = "probe", .items = inputs[0].size(), .outputs = {inputs[0].size() * 4}};
    for (const std::vector<float>& input : inputs) launch.inputs.push_back(std::as_bytes(std::span(input)));
    stream->submit(launch);
    const Finished finished = stream->wait();
    std::vector<float> results(inputs[0].size());
    std::memcpy(results.data(), finished.outputs[0].data(), results.size() * sizeof(float));
    return results;
  }

  // Uses the driver's own Fma, not the library's integer version.
  bool rounds_once() {
    const float a = 1 + 0x1p-12F;
    const float c = -(1 + 0x1p-11F);
    const float got = run({.source = kProbe, .il = {}, .options = "-cl-native-math"}, {{a}, {a}, {c}}).front();
    EXPECT_TRUE(got == 0x1p-24F || got == 0) << "fma(1 + 2^-12, 1 + 2^-12, -(1 + 2^-11)) gave " << got;
    return got == 0x1p-24F;
  }

  std::unique_ptr<Device> device_;
};

constexpr std::uint32_t instruction(std::uint32_t opcode, std::uint32_t words) { return words << 16 | opcode; }

// Returns the module with each Fma of floats computed in double: (float)((double)a * b + c).
Words with_fma_in_double(const Words& module) {
  constexpr std::uint32_t kExtended = 12;
  constexpr std::uint32_t kTypeFloat = 22;
  constexpr std::uint32_t kCapability = 17;
  constexpr std::uint32_t kConvert = 115;
  constexpr std::uint32_t kAdd = 129;
  constexpr std::uint32_t kMultiply = 133;
  constexpr std::uint32_t kFma = 50;  // of GLSL.std.450
  constexpr std::uint32_t kFloat64 = 10;
  Words made(module.begin(), module.begin() + 5);
  std::uint32_t next = module[3];  // the bound of all ids
  const std::uint32_t wide = next++;
  std::uint32_t narrow = 0;
  made.insert(made.end(), {instruction(kCapability, 2), kFloat64});
  for (std::size_t at = 5; at < module.size(); at += module[at] >> 16) {
    const std::span<const std::uint32_t> all = std::span(module).subspan(at, module[at] >> 16);
    const std::uint32_t opcode = all[0] & 0xffff;
    if (opcode == kExtended && all.size() == 8 && all[4] == kFma && all[1] == narrow) {
      std::array<std::uint32_t, 3> operands{};
      for (std::size_t i = 0; i < operands.size(); ++i) {
        operands.at(i) = next++;
        made.insert(made.end(), {instruction(kConvert, 4), wide, operands.at(i), all[5 + i]});
      }
      const std::uint32_t product = next++;
      const std::uint32_t sum = next++;
      made.insert(made.end(), {instruction(kMultiply, 5), wide, product, operands[0], operands[1]});
      made.insert(made.end(), {instruction(kAdd, 5), wide, sum, product, operands[2]});
      made.insert(made.end(), {instruction(kConvert, 4), all[1], all[2], sum});
      continue;
    }
    made.insert(made.end(), all.begin(), all.end());
    if (opcode == kTypeFloat && all[2] == 32) {
      narrow = all[1];
      made.insert(made.end(), {instruction(kTypeFloat, 3), wide, 64});
    }
  }
  made[3] = next;
  return made;
}

// In ulp of the exact value; the host's double is accurate enough.
double largest_error(const std::vector<float>& inputs, const std::vector<float>& results) {
  double largest = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double exact = std::sin(static_cast<double>(inputs[i]));
    const double ulp = std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
    largest = std::max(largest, std::abs(static_cast<double>(results[i]) - exact) / ulp);
  }
  return largest;
}

TEST_F(FmaTest, TheLibrarysSineIsRightWithAnFmaThatRoundsOnce) {
  std::vector<float> inputs;
  for (int i = 1; i <= 100'000; ++i) inputs.push_back(static_cast<float>(i) * 0.01F);
  const Words module = vulkan::Clspv::found().compiled(kSine, kOptions).module;
  const double direct = largest_error(inputs, run({.source = "", .il = module}, {inputs}));
  const double emulated = largest_error(inputs, run({.source = "", .il = with_fma_in_double(module)}, {inputs}));
  const bool once = rounds_once();
  std::printf("The driver's Fma rounds %s; sin of 0.01 to 1000: %.9g ulp with it, %.9g with one that rounds once\n",
              once ? "once" : "twice", direct, emulated);
  EXPECT_LE(emulated, 4);
  if (once) {
    EXPECT_LE(direct, 4);
  } else {
    EXPECT_GT(direct, 4) << "and so it is not the Fma";
  }
}

}  // namespace
}  // namespace classay
