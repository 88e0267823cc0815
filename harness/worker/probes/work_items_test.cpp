// Tests the probe of work-item functions with a device that writes what the specification prescribes, and with each mistake
// that a driver could make: lost or repeated work-items, an id of another dimension, an offset that is ignored, counted
// twice or cut to 32 bits, a smaller last work-group that reports the full size, a wrong default for other dimensions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::array<std::uint64_t, 5> kDims{0, 1, 2, 3, 77};

// What one work-item returns.
struct Item {
  Range range;
  std::array<std::uint64_t, 3> id{};  // global, with the offset
  std::uint64_t dimensions = 0;
  std::uint64_t global_linear = 0;
  std::uint64_t local_linear = 0;
  // By function, in the order of the kernel's output, and by dimension.
  std::array<std::array<std::uint64_t, 5>, 8> of{};
};

enum Function : std::uint8_t { global_id, global_size, offset, local_id, local_size, group_id, num_groups, enqueued };

Item right(const Range& r, std::uint64_t number) {
  Item item{.range = r, .dimensions = r.dimensions, .global_linear = number};
  std::uint64_t local_factor = 1;
  for (std::size_t d = 0; d < kDims.size(); ++d) {
    const bool is_used = d < r.dimensions;
    const std::uint64_t size = is_used ? r.size.at(d) : 1;
    const std::uint64_t wanted = is_used && r.group[0] != 0 ? r.group.at(d) : 1;
    const std::uint64_t from = is_used ? r.offset.at(d) : 0;
    const std::uint64_t id = number % size;
    number /= size;
    const std::uint64_t group = id / wanted;
    const std::uint64_t local = std::min(wanted, size - group * wanted);
    item.of[global_id].at(d) = from + id;
    item.of[global_size].at(d) = size;
    item.of[offset].at(d) = from;
    item.of[local_id].at(d) = id % wanted;
    item.of[local_size].at(d) = local;
    item.of[group_id].at(d) = group;
    item.of[num_groups].at(d) = (size + wanted - 1) / wanted;
    item.of[enqueued].at(d) = wanted;
    item.local_linear += local_factor * (id % wanted);
    local_factor *= local;
    if (is_used) item.id.at(d) = from + id;
  }
  return item;
}

class Answer {
 public:
  std::function<void(Item&)> change = [](Item&) {};
  std::function<std::uint64_t(const Range&)> count = [](const Range& r) { return r.size[0] * r.size[1] * r.size[2]; };
  std::vector<Range> seen;

  std::vector<std::byte> operator()(const Module&, const Launch& launch) {
    const Range r = launch.range.value();
    seen.push_back(r);
    std::vector<std::byte> bytes(launch.outputs.at(0) + launch.outputs.at(1));
    const std::uint64_t ran = count(r);
    put_element(bytes, 4, 0, launch.poison + ran);
    const std::span<std::byte> records = std::span(bytes).subspan(4);
    for (std::uint64_t i = 0; i < std::min(ran, launch.scalars.at(0)); ++i) {
      Item item = right(r, i);
      change(item);
      std::vector<std::uint64_t> words{item.dimensions, item.global_linear, item.local_linear};
      for (const auto& function : item.of) words.insert(words.end(), function.begin(), function.end());
      for (std::size_t w = 0; w < words.size(); ++w) put_element(records, 8, i * words.size() + w, words[w]);
    }
    return bytes;
  }
};

// Of both kinds: dimensions in use and others.
std::vector<std::string> violations(Answer& answer, const GroupLimits& limits) {
  probe_test::AnsweringDevice device([&](const Module& m, const Launch& l) { return answer(m, l); });
  device.can().newest_language = {3, 0};
  device.limits() = limits;
  std::vector<std::string> all = probe_test::violations_of(device, "work-item", Type::i32);
  for (const std::string& unused : probe_test::violations_of(device, "work-item-unused", Type::i32)) all.push_back(unused);
  return all;
}

constexpr GroupLimits kAll{
    .items = 256, .sizes = {256, 256, 64}, .takes_ranges = true, .takes_remainders = true, .takes_nothing = true};

std::vector<std::string> violations(const std::function<void(Item&)>& change) {
  Answer answer;
  answer.change = change;
  return violations(answer, kAll);
}

TEST(WorkItemsTest, ADeviceThatIsRightPasses) {
  EXPECT_THAT(violations([](Item&) {}), IsEmpty());
}

// The built-in variables of SPIR-V have three components, and a case only in dimensions in use.
TEST(WorkItemsTest, BuiltInVariablesAreJudgedByTheirNames) {
  const auto in_spirv = [](const std::function<void(Item&)>& change) {
    Answer answer;
    answer.change = change;
    probe_test::AnsweringDevice device([&](const Module& m, const Launch& l) {
      EXPECT_FALSE(m.il.empty());
      return answer(m, l);
    });
    device.limits() = kAll;
    return probe_test::violations_of(device, "work-item", Type::i32, FrontEnd::il);
  };
  EXPECT_THAT(in_spirv([](Item& i) {
                for (auto& function : i.of) {
                  for (std::size_t d = i.range.dimensions; d < function.size(); ++d) function.at(d) = 99;
                }
              }),
              IsEmpty());
  EXPECT_THAT(in_spirv([](Item& i) { ++i.of[group_id][0]; }), Contains(HasSubstr("WorkgroupId(0) is 1, not 0")));
  EXPECT_THAT(in_spirv([](Item& i) { ++i.of[enqueued][0]; }), Contains(HasSubstr("EnqueuedWorkgroupSize(0) is")));
  EXPECT_THAT(in_spirv([](Item& i) { --i.dimensions; }), Contains(HasSubstr("WorkDim is 0, not 1")));
  EXPECT_THAT(in_spirv([](Item& i) { i.global_linear += i.range.offset[0]; }),
              Contains(HasSubstr("GlobalLinearId is 3, not 0")));
  EXPECT_THAT(in_spirv([](Item& i) { i.local_linear = i.of[local_id][0]; }), Contains(HasSubstr("LocalInvocationIndex is")));
}

TEST(WorkItemsTest, NoGroupIsLargerThanTheDevicePermits) {
  Answer answer;
  EXPECT_THAT(violations(answer, {.items = 6, .sizes = {6, 2, 1}, .takes_ranges = true}), IsEmpty());
  for (const Range& r : answer.seen) {
    EXPECT_LE(r.group[0] * r.group[1] * r.group[2], 6U);
    EXPECT_LE(r.group[1], 2U);
    EXPECT_LE(r.group[2], 1U);
    if (r.group[0] != 0) {
      EXPECT_EQ(r.size[0] % r.group[0], 0U);
    }
  }
}

TEST(WorkItemsTest, OtherBackEndsAreUnsupported) {
  probe_test::AnsweringDevice device([](const Module&, const Launch&) { return std::vector<std::byte>(); });
  const auto findings = probe_test::findings(device, "work-item", Type::i32);
  EXPECT_THAT(findings.at(1).unsupported.value_or(""), HasSubstr("in one dimension"));
}

TEST(WorkItemsTest, LostAndSurplusWorkItems) {
  Answer lost;
  lost.count = [](const Range& r) { return r.size[0] * r.size[1] * r.size[2] - (r.size[2] == 7 ? 1 : 0); };
  EXPECT_THAT(violations(lost, kAll), Contains(HasSubstr("104 work-items ran in a launch of 3 x 5 x 7 work-items")));
  Answer surplus;
  surplus.count = [](const Range& r) { return r.size[0] == 100 ? 128 : r.size[0] * r.size[1] * r.size[2]; };
  EXPECT_THAT(violations(surplus, kAll), Contains(HasSubstr("128 work-items ran in a launch of 100 work-items")));
  Answer nothing;
  nothing.count = [](const Range& r) { return std::max<std::uint64_t>(1, r.size[0] * r.size[1] * r.size[2]); };
  EXPECT_THAT(violations(nothing, kAll), Contains(HasSubstr("1 work-item ran in a launch of 0 work-items")));
}

TEST(WorkItemsTest, TwoWorkItemsWithOneId) {
  EXPECT_THAT(violations([](Item& i) {
                if (i.id[0] == 4) i.of[global_id][0] = 3;
              }),
              Contains(HasSubstr("two work-items have the global id 3")));
}

TEST(WorkItemsTest, AnOffsetThatIsIgnoredCountedTwiceOrCut) {
  EXPECT_THAT(violations([](Item& i) {
                for (std::size_t d = 0; d < 3; ++d) i.of[global_id].at(d) -= i.range.offset.at(d);
              }),
              Contains(HasSubstr("get_global_id(0) is 0 in a launch of 91 work-items in groups of 7, from 3")));
  EXPECT_THAT(violations([](Item& i) { i.global_linear += i.range.offset[0]; }),
              Contains(HasSubstr("get_global_linear_id() is 3, not 0, in work-item (3) of 100 work-items, from 3")));
  EXPECT_THAT(violations([](Item& i) { i.of[global_id][1] &= 0xffffffff; }),
              Contains(AllOf(HasSubstr("get_global_id(1) is 5"), HasSubstr("from 7 x 4294967301"))));
}

TEST(WorkItemsTest, EachFunctionIsJudged) {
  const auto off_by_one = [](Function f, std::size_t d) { return violations([=](Item& i) { ++i.of.at(f).at(d); }); };
  EXPECT_THAT(off_by_one(global_size, 2), Contains(HasSubstr("get_global_size(2) is 2, not 1")));
  EXPECT_THAT(off_by_one(offset, 3), Contains(HasSubstr("get_global_offset(3) is 1, not 0")));
  EXPECT_THAT(off_by_one(local_id, 1), Contains(HasSubstr("get_local_id(1) is 1, not 0")));
  EXPECT_THAT(off_by_one(local_size, 4), Contains(HasSubstr("get_local_size(77) is 2, not 1")));
  EXPECT_THAT(off_by_one(group_id, 0), Contains(HasSubstr("get_group_id(0) is 1, not 0")));
  EXPECT_THAT(off_by_one(num_groups, 1), Contains(HasSubstr("get_num_groups(1) is 2, not 1")));
  EXPECT_THAT(off_by_one(enqueued, 1), Contains(HasSubstr("get_enqueued_local_size(1) is 2, not 1")));
  EXPECT_THAT(violations([](Item& i) { --i.dimensions; }), Contains(HasSubstr("get_work_dim() is 0, not 1")));
  EXPECT_THAT(violations([](Item& i) { i.local_linear = i.of[local_id][0]; }),
              Contains(HasSubstr("get_local_linear_id() is")));
}

TEST(WorkItemsTest, DimensionsAreNotExchanged) {
  EXPECT_THAT(violations([](Item& i) {
                if (i.dimensions >= 2) std::swap(i.of[group_id][0], i.of[group_id][1]);
              }),
              Contains(HasSubstr("get_group_id(0)")));
}

TEST(WorkItemsTest, TheLastGroupOfARemainderIsSmaller) {
  EXPECT_THAT(violations([](Item& i) {
                if (i.range.group[0] != 0) i.of[local_size][0] = i.range.group[0];
              }),
              Contains(HasSubstr("get_local_size(0) is 7, not 2, in work-item (98) of 100 work-items in groups of 7")));
}

TEST(WorkItemsTest, GroupsOfTheDriverDivideTheRange) {
  const auto in_sevens = [](Item& i) {
    if (i.range.group[0] != 0) return;
    for (const Function f : {local_size, enqueued}) i.of.at(f)[0] = 7;
  };
  Answer answer;
  answer.change = in_sevens;
  EXPECT_THAT(violations(answer, {.items = 256, .sizes = {256, 256, 64}, .takes_ranges = true}),
              Contains(HasSubstr("get_enqueued_local_size(0) is 7 in a launch of 1 work-item;")));
}

}  // namespace
}  // namespace classay
