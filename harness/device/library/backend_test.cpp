// Tests that every call variant gives the result of the host's own call, in the right place. Vector functions of a library
// get the same lanes as kernels of that width. Possible faults: swapped arguments, the result of another lane, a second
// result that was never written.
#include "harness/device/library/backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "harness/worker/lanes/lanes.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::uint64_t kCount = 1001;

class LibraryTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      device_ = library_backend()->open("lib:libm.so.6");
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
  }

  template <class T>
  static std::span<const std::byte> bytes(const std::vector<T>& all) {
    return std::as_bytes(std::span(all));
  }
  template <class T>
  static T at(std::span<const std::byte> all, std::size_t i) {
    T value;
    std::memcpy(&value, all.data() + i * sizeof value, sizeof value);
    return value;
  }

  Finished answer(Device& device, const std::string& declaration, int width, std::uint64_t shift,
                  std::vector<std::span<const std::byte>> inputs, const std::vector<std::size_t>& element_bytes) {
    program_ = device.build({.source = "// It is asked:\n" + declaration + "\n", .il = {}, .options = ""});
    stream_ = device.stream(*program_, 2);
    Launch launch{.kernel = kernel_name(Making::table, width),
                  .items = sections(kCount, width) + 5,
                  .inputs = std::move(inputs),
                  .scalars = {0, kCount, shift, 0},
                  .poison = 0xfc01fc01};
    for (const std::size_t size : element_bytes) {
      launch.outputs.push_back(sections(kCount, width) * static_cast<std::size_t>(width) * size + 64);
    }
    stream_->submit(launch);
    EXPECT_EQ(stream_->in_flight(), 1U);
    return stream_->wait();
  }

  template <class R>
  void expect_all_forms(const std::string& real);

  std::unique_ptr<Device> device_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Stream> stream_;
};

template <class R>
void LibraryTest::expect_all_forms(const std::string& real) {
  std::vector<R> x;
  std::vector<R> y;
  std::vector<R> z;
  std::vector<int> n;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    x.push_back(static_cast<R>(i) / 7 + R{1});
    y.push_back(static_cast<R>(i % 13) - R{6});
    z.push_back(static_cast<R>(i % 5));
    n.push_back(static_cast<int>(i % 9) - 4);
  }
  const auto expect = [&](const std::string& declaration, std::vector<std::span<const std::byte>> in,
                          const std::vector<std::size_t>& sizes,
                          const std::function<bool(const Finished&, std::size_t)>& is_right) {
    const Finished finished = answer(*device_, declaration, 1, 0, std::move(in), sizes);
    EXPECT_FALSE(finished.wrote_before);
    for (std::size_t i = 0; i < kCount; ++i) ASSERT_TRUE(is_right(finished, i)) << declaration << " " << i;
  };
  const std::string suffix = sizeof(R) == 4 ? "f" : "";
  const auto called = [&](const std::string& name) { return real + " " + name + suffix; };
  const std::string args = "(" + real;
  expect(called("sin") + args + ");", {bytes(x)}, {sizeof(R)},
         [&](const Finished& r, std::size_t i) { return at<R>(r.outputs[0], i) == std::sin(x[i]); });
  expect(called("fmod") + args + ", " + real + ");", {bytes(x), bytes(x)}, {sizeof(R)},
         [&](const Finished& r, std::size_t i) { return at<R>(r.outputs[0], i) == std::fmod(x[i], x[i]); });
  expect(called("pow") + args + ", " + real + ");", {bytes(x), bytes(y)}, {sizeof(R)},
         [&](const Finished& r, std::size_t i) { return at<R>(r.outputs[0], i) == std::pow(x[i], y[i]); });
  expect(called("fma") + args + ", " + real + ", " + real + ");", {bytes(x), bytes(y), bytes(z)}, {sizeof(R)},
         [&](const Finished& r, std::size_t i) { return at<R>(r.outputs[0], i) == std::fma(x[i], y[i], z[i]); });
  expect(called("ldexp") + args + ", int);", {bytes(x), bytes(n)}, {sizeof(R)},
         [&](const Finished& r, std::size_t i) { return at<R>(r.outputs[0], i) == std::ldexp(x[i], n[i]); });
  expect("int ilogb" + suffix + args + ");", {bytes(x)}, {4},
         [&](const Finished& r, std::size_t i) { return at<int>(r.outputs[0], i) == std::ilogb(x[i]); });
  expect(called("modf") + args + ", " + real + "*);", {bytes(x)}, {sizeof(R), sizeof(R)},
         [&](const Finished& r, std::size_t i) {
           R whole = 0;
           return at<R>(r.outputs[0], i) == std::modf(x[i], &whole) && at<R>(r.outputs[1], i) == whole;
         });
  expect(called("frexp") + args + ", int*);", {bytes(x)}, {sizeof(R), 4}, [&](const Finished& r, std::size_t i) {
    int exponent = 0;
    return at<R>(r.outputs[0], i) == std::frexp(x[i], &exponent) && at<int>(r.outputs[1], i) == exponent;
  });
  expect(called("remquo") + args + ", " + real + ", int*);", {bytes(x), bytes(y)}, {sizeof(R), 4},
         [&](const Finished& r, std::size_t i) {
           int quotient = 0;
           const R right = std::remquo(x[i], y[i], &quotient);
           const R got = at<R>(r.outputs[0], i);
           return std::isnan(right) ? std::isnan(got) : got == right && at<int>(r.outputs[1], i) == quotient;
         });
  expect("void sincos" + suffix + args + ", " + real + "*, " + real + "*);", {bytes(x)}, {sizeof(R), sizeof(R)},
         [&](const Finished& r, std::size_t i) {
           return at<R>(r.outputs[0], i) == std::sin(x[i]) && at<R>(r.outputs[1], i) == std::cos(x[i]);
         });
}

TEST_F(LibraryTest, EveryFormOfACallGivesWhatTheHostDoes) {
  expect_all_forms<float>("float");
  expect_all_forms<double>("double");
}

TEST_F(LibraryTest, VectorsHaveTheLanesOfKernels) {
  std::unique_ptr<Device> vectors;
  try {
    vectors = library_backend()->open("lib:libmvec.so.1");
  } catch (const DeviceError& e) {
    GTEST_SKIP() << e.what();
  }
  std::vector<float> x;
  for (std::uint64_t i = 0; i < kCount; ++i) x.push_back(static_cast<float>(i) / 300);
  int asked = 0;
  for (const int width : {4, 8, 16}) {
    const Case c{.front_end = FrontEnd::c, .row = find("exp"), .format = Type::f32, .width = width};
    if (!vectors->capabilities().has_feature(function_feature(c))) continue;
    ++asked;
    for (const std::uint64_t shift : {0, 1, 3}) {
      const Spread spread{.count = kCount, .width = width, .shift = shift};
      std::vector<std::byte> sent(spread.elements() * 4);
      spread_out(spread, 4, width, bytes(x), sent);
      const Finished r = answer(*vectors, "float expf(float);", width, shift, {sent}, {4});
      const auto lanes = static_cast<std::uint64_t>(width);
      for (std::uint64_t place = 0; place < sections(kCount, width) * lanes; ++place) {
        const auto lane = static_cast<int>(place % lanes);
        const float right = std::exp(x[lane_input(kCount, width, shift, place / lanes, lane)]);
        ASSERT_NEAR(at<float>(r.outputs[0], place), right, right * 1e-6F) << width << " " << place / lanes << " " << lane;
      }
    }
  }
  EXPECT_GE(asked, 1);
}

TEST_F(LibraryTest, WhatIsNoLibraryAndNoFunctionIsRefused) {
  EXPECT_THROW(library_backend()->open("lib:./nowhere.so"), DeviceError);
  EXPECT_THROW(library_backend()->open("lib:libdl.so.2"), DeviceError) << "it has no functions of mathematics";
  EXPECT_THROW(device_->build({.source = "kernel void f() {}", .il = {}, .options = ""}), DeviceError);
}

}  // namespace
}  // namespace classay
