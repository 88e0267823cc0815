// Tests that after a driver changes its caller's environment, the next line of code finds it restored. A call that does not
// return counts as the driver's failure. An absurd size that a driver reports is not believed.
#include "harness/device/driver_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <stdexcept>

#include "harness/device/backend.h"
#include "harness/process/watch.h"
#include "reference/cpu/hostile_testing.h"

namespace classay {
namespace {

using testing::Contains;
using testing::HasSubstr;

template <class Call>
std::string trouble_of(Call call) {
  try {
    call();
  } catch (const DeviceError& e) {
    EXPECT_EQ(e.fault(), Fault::misreported);
    return e.what();
  }
  return "";
}

TEST(DriverCallTest, TheEnvironmentIsRestoredAfterEachCallAndNoted) {
  for (const FloatEnvironment hostile : hostile_float_environments()) {
    const int result = call_driver(
        "clFlush",
        [&](int x) {
          set_float_environment(hostile);
          return x + 1;
        },
        41);
    EXPECT_EQ(result, 42);
    EXPECT_EQ(float_environment(), default_float_environment());
    EXPECT_THAT(driver_notes(), Contains(HasSubstr("clFlush changed the floating-point environment of its caller, which "
                                                   "classay restored: it " +
                                                   text_of(hostile))));
  }
  const std::size_t before = driver_notes().size();
  call_driver("clFlush", [&] { set_float_environment(hostile_float_environments().front()); });
  EXPECT_EQ(driver_notes().size(), before) << "the same twice";
}

TEST(DriverCallTest, AnExceptionIsTheDriversAndLeavesTheEnvironment) {
  const auto call = [] {
    call_driver("clFlush", [] {
      set_float_environment(hostile_float_environments().front());
      throw std::runtime_error("oops");
    });
  };
  EXPECT_EQ(trouble_of(call), "clFlush: the driver threw a C++ exception (oops)");
  EXPECT_EQ(float_environment(), default_float_environment());
  const auto throws_a_number = [] { throw 3; };  // NOLINT(bugprone-std-exception-baseclass): a driver may
  EXPECT_EQ(trouble_of([&] { call_driver("clFinish", throws_a_number); }), "clFinish: the driver threw a C++ exception");
}

TEST(DriverCallDeathTest, AThreadThatTheDriverEndsIsTheEndOfTheProcess) {
  EXPECT_EXIT(call_driver("clFlush", [] { ::pthread_exit(nullptr); }), testing::ExitedWithCode(3),
              "the driver ended the thread that called it; last call: clFlush");
}

TEST(DriverCallDeathTest, ADescriptorThatIsNotWhatItWasIsTheEndOfTheProcess) {
  const auto misuse = [](auto deed) {
    int ends[2];
#ifdef _WIN32
    ASSERT_EQ(::_pipe(ends, 512, 0), 0);
#else
    ASSERT_EQ(::pipe(ends), 0);
#endif
    ending::rely_on_descriptor(ends[1]);
    ending::check_descriptors();
    deed(ends);
    ending::check_descriptors();
  };
  EXPECT_EXIT(misuse([](const int* ends) { ::close(ends[1]); }), testing::ExitedWithCode(3), "closed a descriptor");
  EXPECT_EXIT(misuse([](const int* ends) { ::dup2(STDERR_FILENO, ends[1]); }), testing::ExitedWithCode(3),
              "closed a descriptor");
}

TEST(DriverCallTest, NoSizeIsBelievedThatNoDeviceHas) {
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 62U;
  EXPECT_EQ(believable_count("clGetDeviceIDs", 3), 3U);
  EXPECT_EQ(trouble_of([] { believable_count("clGetDeviceIDs", 0xffffffff); }),
            "clGetDeviceIDs: success, but it lists 4294967295 items");
  EXPECT_EQ(believable_group_size("clGetKernelWorkGroupInfo", 64), 64U);
  EXPECT_EQ(trouble_of([] { believable_group_size("clGetKernelWorkGroupInfo", kHuge); }),
            "clGetKernelWorkGroupInfo: success, but the kernel requires work-groups of 4611686018427387904");
  EXPECT_EQ(believable_size("a name", 17), 17U);
  EXPECT_LE(believable_size("a name", kHuge), std::size_t{1} << 24U);
  EXPECT_EQ(believable_memory("memory", kHuge), kHuge);
  EXPECT_EQ(believable_memory("memory", ~std::uint64_t{0}), 0x7fffffffffffffffU);
  EXPECT_THAT(driver_notes(), Contains(HasSubstr("a name has a size of 4611686018427387904 bytes by the driver")));
}

}  // namespace
}  // namespace classay
