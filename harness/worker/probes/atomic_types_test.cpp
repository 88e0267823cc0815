// Tests the probe of atomic types and address spaces: right results in any order pass, and a device fails that adds twice
// for one work-item, lets two work-items set a flag or none, or keeps the old content of a cell. A device without 64-bit
// atomics or generic pointers runs no kernel that needs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::uint64_t kGroup = 32;

// Later work-items come first.
std::uint64_t right(const std::string& kernel, std::uint64_t item) {
  const std::uint64_t me = item % kGroup;
  if (kernel.starts_with("add")) return kGroup - 1 - me;
  if (kernel == "flag_of_group") return me == kGroup - 1 ? 0 : 1;
  return kernel == "flag_alone" ? 2 : item;
}

using Results = std::function<std::uint64_t(const std::string& kernel, std::uint64_t item)>;

std::vector<std::string> violations(const Results& results, std::set<std::string>* kernels = nullptr,
                                    std::vector<std::string> extensions = {"cl_khr_int64_base_atomics",
                                                                           "cl_khr_int64_extended_atomics"}) {
  probe_test::AnsweringDevice device([&](const Module&, const Launch& launch) {
    if (kernels != nullptr) kernels->insert(launch.kernel);
    std::vector<std::byte> bytes(launch.outputs.at(0) + launch.outputs.at(1));
    for (std::uint64_t i = 0; i < launch.outputs.at(0) / 8; ++i) put_element(bytes, 8, i, results(launch.kernel, i));
    return bytes;
  });
  device.can().newest_language = {3, 0};
  device.can().features = {"generic-address-space"};
  device.can().extensions = std::move(extensions);
  return probe_test::violations_of(device, "atomic-types", Type::i32);
}

TEST(AtomicTypesTest, ADeviceThatIsRightPasses) { EXPECT_THAT(violations(right), IsEmpty()); }

TEST(AtomicTypesTest, EachKernelIsJudged) {
  std::set<std::string> kernels;
  violations(right, &kernels);
  EXPECT_EQ(kernels.size(), 18U);
  for (const std::string& wrong : kernels) {
    EXPECT_THAT(violations([&](const std::string& kernel, std::uint64_t item) {
                  return kernel == wrong && item == 77 ? right(kernel, 76) ^ 4 : right(kernel, item);
                }),
                ElementsAre(HasSubstr("work-item ")))
        << wrong;
  }
}

TEST(AtomicTypesTest, OneWorkItemSetsAFlag) {
  const auto with_flags = [](std::uint64_t item, std::uint64_t last) {
    return violations([=](const std::string& kernel, std::uint64_t i) {
      return kernel == "flag_of_group" && i == item ? last : right(kernel, i);
    });
  };
  EXPECT_THAT(with_flags(3, 0),
              ElementsAre("an atomic_flag in global memory that a work-group sets: work-item 31 gets 0x0"));
  EXPECT_THAT(with_flags(63, 1),
              ElementsAre("an atomic_flag in global memory that a work-group sets: work-item 32 gets 0x1"));
}

TEST(AtomicTypesTest, NumbersOf64BitsNeedTheirExtensions) {
  std::set<std::string> kernels;
  violations(right, &kernels, {"cl_khr_int64_base_atomics"});
  EXPECT_THAT(kernels, Not(Contains("init_long")));
  EXPECT_THAT(kernels, Not(Contains("add_size_t_global")));
  EXPECT_THAT(kernels, Contains("add_generic"));
}

}  // namespace
}  // namespace classay
