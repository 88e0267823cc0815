// Tests the probe of block reads and writes with right results and with each wrong one: a component of another stride, a
// block at a wrong address, a write behind the block. Sub-groups that are not complete are not judged.
#include "kernels/il/sub_group_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t kGroup = 64;
constexpr std::uint64_t kSubGroup = 16;

struct Wrong {
  std::uint64_t stride = kSubGroup;  // of the components that are read
  std::uint64_t read_from = 0;       // elements behind the right address
  bool writes_behind = false;
  std::uint64_t size = kSubGroup;  // as SubgroupSize reports
};

class Blocks {
 public:
  explicit Blocks(Wrong wrong = {})
      : wrong_(wrong), device_([this](const Module&, const Launch& launch) { return results(launch); }) {
    device_.limits() = {.items = 256, .sizes = {256, 256, 256}, .takes_ranges = true};
    device_.can().environment = {3, 0};
    device_.can().extensions = {"cl_intel_spirv_subgroups", "cl_intel_subgroups", "cl_intel_subgroups_short"};
  }
  ProbeFinding finding(Type type) {
    return probe_test::findings(device_, "sub-group-block-intel", type, FrontEnd::il).at(1);
  }

 private:
  std::vector<std::byte> results(const Launch& launch) const {
    const auto width = static_cast<std::uint64_t>(std::stoi(launch.kernel.substr(launch.kernel.rfind('v') + 1)));
    const std::size_t bytes = launch.outputs.at(0) / (launch.items * width);
    std::vector<std::byte> read(launch.outputs.at(0));
    std::vector<std::byte> written(launch.outputs.at(1));
    std::vector<std::byte> facts(launch.outputs.at(2));
    for (std::size_t i = 0; i < written.size(); ++i)
      written[i] = static_cast<std::byte>(launch.poison >> 8 * (i % 4) & 0xff);
    const auto element = static_cast<int>(bytes);
    const std::span<const std::byte> in = launch.inputs.at(0);
    for (std::uint64_t item = 0; item < launch.items; ++item) {
      const std::uint64_t local = item % kSubGroup;
      const std::uint64_t slot = item / kSubGroup * il::kBlockSlot;
      const std::array<std::uint64_t, il::kBlockFacts> its{item % kGroup / kSubGroup, local, wrong_.size, kSubGroup,
                                                           kGroup / kSubGroup};
      for (std::size_t f = 0; f < its.size(); ++f) put_element(facts, 4, item * its.size() + f, its.at(f));
      for (std::uint64_t k = 0; k < width; ++k) {
        const std::uint64_t from = slot + launch.scalars.at(0) + wrong_.read_from + local + k * wrong_.stride;
        put_element(read, element, item * width + k, element_at(in, element, from));
        put_element(written, element, slot + local + k * kSubGroup,
                    il::written_to_block(item, static_cast<int>(width), static_cast<int>(k)));
      }
      if (wrong_.writes_behind) put_element(written, element, slot + width * kSubGroup, 0);
    }
    read.insert(read.end(), written.begin(), written.end());
    read.insert(read.end(), facts.begin(), facts.end());
    return read;
  }

  Wrong wrong_;
  probe_test::AnsweringDevice device_;
};

TEST(SubGroupBlocksTest, RightBlocksPass) {
  for (const Type type : {Type::u16, Type::u32}) EXPECT_THAT(Blocks().finding(type).violations, IsEmpty());
}

TEST(SubGroupBlocksTest, EachWrongBlockIsAViolation) {
  EXPECT_THAT(Blocks({.stride = kSubGroup / 2}).finding(Type::u32).violations,
              Each(HasSubstr("OpSubgroupBlockReadINTEL of")));
  EXPECT_THAT(Blocks({.stride = kSubGroup / 2}).finding(Type::u32).violations, SizeIs(3 * 5));
  EXPECT_THAT(Blocks({.read_from = 1}).finding(Type::u16).violations, SizeIs(4 * 5));
  EXPECT_THAT(Blocks({.writes_behind = true}).finding(Type::u32).violations,
              Each(HasSubstr("element 0 behind the block is written")));
}

TEST(SubGroupBlocksTest, WhatCannotBeJudgedIsUnsupported) {
  EXPECT_EQ(Blocks({.size = 3}).finding(Type::u32).unsupported.value_or(""), "no sub-group is complete");
  EXPECT_EQ(Blocks().finding(Type::u64).unsupported.value_or(""), "cl_intel_subgroups_long is not in CL_DEVICE_EXTENSIONS");
}

TEST(SubGroupBlocksTest, ModulesAreValid) {
  for (const Type type : {Type::u8, Type::u16, Type::u32, Type::u64}) {
    EXPECT_NO_THROW(il::assembled(il::sub_group_blocks_source({}, type, std::array{1, 2, 4, 8}).text));
  }
}

}  // namespace
}  // namespace classay
