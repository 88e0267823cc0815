// Tests the probe of barriers with a device that writes what barriers guarantee, and with devices on which a work-item reads
// the cell's value of the round before, a cell that no work-item wrote, or one of the two memories before the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t kRounds = 6;
constexpr std::uint64_t kSubGroup = 16;

struct Read {
  std::string kernel;
  std::uint64_t group_size = 0;
  std::uint64_t round = 0;
  std::uint64_t item = 0;
  std::uint64_t from = 0;  // whose cell
};
std::uint64_t value(std::uint64_t round, std::uint64_t item) { return (round + 1) << 24 | item; }
std::uint64_t right(const Read& r) { return value(r.round, r.from); }

using Reads = std::function<std::uint64_t(const Read&)>;

std::vector<std::byte> written(const Launch& launch, const Reads& reads) {
  const Range& r = launch.range.value();
  const std::uint64_t group_size = r.group[0] * r.group[1] * r.group[2];
  const std::uint64_t count = r.size[0] * r.size[1] * r.size[2];
  std::vector<std::byte> bytes(launch.outputs.at(0) + launch.outputs.at(1) + launch.outputs.at(2));
  const std::span<std::byte> places = std::span(bytes).subspan(launch.outputs.at(0));
  for (std::uint64_t item = 0; item < count; ++item) {
    const std::uint64_t in_group = item % group_size;
    const bool is_apart = launch.kernel.starts_with("sub_group") || launch.kernel.starts_with("Subgroup");
    const std::uint64_t me = is_apart ? in_group % kSubGroup : in_group;
    const std::uint64_t size = is_apart ? std::min(kSubGroup, group_size - (in_group - me)) : group_size;
    put_element(places, 4, 3 * item, item);
    put_element(places, 4, 3 * item + 1, item - me);
    put_element(places, 4, 3 * item + 2, size);
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::array<std::uint64_t, 3> others{(me + 1 + round) % size, (me + size / 2) % size, size - 1 - me};
      const Read read{launch.kernel, group_size, round, item, item - me + others.at(round % 3)};
      put_element(bytes, 4, item * kRounds + round, reads(read));
    }
  }
  return bytes;
}

std::vector<std::string> violations(const Reads& reads, FrontEnd front_end = FrontEnd::clc) {
  probe_test::AnsweringDevice device([&](const Module&, const Launch& launch) { return written(launch, reads); });
  device.can().newest_language = {3, 0};
  device.can().environment = {3, 0};
  device.can().features = {"sub-groups", "atomic-scope-device"};
  device.limits() = {.items = 256, .sizes = {256, 256, 64}, .takes_ranges = true};
  return probe_test::violations_of(device, "barrier", Type::i32, front_end);
}

TEST(BarriersTest, ADeviceThatIsRightPasses) {
  EXPECT_THAT(violations(right), IsEmpty());
  EXPECT_THAT(violations(right, FrontEnd::il), IsEmpty());
}

TEST(BarriersTest, EachFormOfOpControlBarrierIsJudged) {
  for (const char* form : {"local_loop", "global_loop", "both_loop", "local_branch", "global_branch", "local_function",
                           "Device_local", "Device_global", "Subgroup_local", "Subgroup_global"}) {
    const auto unwritten = [&](const Read& r) { return r.kernel == form && r.item != r.from ? 0xf0f0f0f0 : right(r); };
    EXPECT_THAT(violations(unwritten, FrontEnd::il), testing::ElementsAre(HasSubstr("OpControlBarrier of "))) << form;
  }
}

TEST(BarriersTest, AValueOfTheRoundBefore) {
  EXPECT_THAT(
      violations([](const Read& r) {
        const bool is_late = r.kernel == "local_branch" && r.round == 3 && r.group_size == 61 && r.from % 61 == 60;
        return is_late ? value(2, r.from) : right(r);
      }),
      Contains(HasSubstr("barrier(CLK_LOCAL_MEM_FENCE) in local memory, in a launch of 305 work-items in groups of 61: "
                         "work-item 56 reads 0x0300003c from the cell of work-item 60, which wrote 0x0400003c")));
}

// The output holds its first content.
TEST(BarriersTest, AKernelThatNeverRanIsAViolation) {
  probe_test::AnsweringDevice device([](const Module&, const Launch& launch) {
    return std::vector<std::byte>(launch.outputs.at(0) + launch.outputs.at(1) + launch.outputs.at(2), std::byte{0xf0});
  });
  device.limits() = {.items = 256, .sizes = {256, 256, 64}, .takes_ranges = true};
  EXPECT_THAT(probe_test::violations_of(device, "barrier", Type::i32),
              Contains(HasSubstr("a work-item says that it is number 0xf0f0f0f0")));
}

TEST(BarriersTest, EachFormIsJudged) {
  for (const char* form : {"global_loop", "both_loop", "local_branch", "global_branch", "local_function", "sub_group_local",
                           "sub_group_global"}) {
    EXPECT_THAT(violations([&](const Read& r) { return r.kernel == form && r.item != r.from ? 0xf0f0f0f0 : right(r); }),
                SizeIs(1))
        << form;
  }
}

TEST(BarriersTest, EachScopeThatTheDeviceHasIsJudged) {
  EXPECT_THAT(violations([](const Read& r) { return r.kernel == "local_scope" && r.item != r.from ? 0U : right(r); }),
              testing::ElementsAre(HasSubstr("work_group_barrier(CLK_LOCAL_MEM_FENCE) in local"),
                                   HasSubstr("work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group)"),
                                   HasSubstr("work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device)")));
}

}  // namespace
}  // namespace classay
