// Lists the collective functions of work-groups and sub-groups, and writes the programs that call them (OpenCL C,
// "Work-group Collective Functions" and "Sub-Group Functions"; SPIR-V, OpGroup... and OpGroupNonUniform...).
//
// A device supports all functions of a set, or none. Each set has its own program, with one kernel per work-group size.
//
// Arguments of a kernel, in this order:
// - the results, collective_slots() per work-item
// - kPlaceWords of 32 bits per work-item: group size, group number, number within the group, and maximum group size
// - numbers for sums and bit operations (x)
// - numbers for products (f)
// - two 32-bit values: the predicate, and whether the work-item calls functions that not all work-items must reach
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/source.h"

namespace classay {

enum class Scope : std::uint8_t { work_group, sub_group };

enum class CollectiveSet : std::uint8_t {
  work_group,
  work_group_arithmetic,
  sub_group,
  vote,
  ballot,
  non_uniform,
  clustered,
  shuffle,
  relative_shuffle,
  rotate,
  vector_broadcast,
  sub_group_of_vulkan,
  shuffle_of_intel,
};

struct CollectiveSetInfo {
  CollectiveSet set;
  std::string_view kind;  // kind of the probe cases that use the set
  Scope scope;
  bool is_partial;             // some work-items may skip the call
  std::string_view extension;  // OpenCL C extension of the set; empty: part of the language
  bool is_in_3_1;              // OpenCL C 3.1 includes it
  std::string_view capability;
  std::string_view spirv_extension;
};
inline constexpr std::array kCollectiveSets = std::to_array<CollectiveSetInfo>({
    {CollectiveSet::work_group, "work-group", Scope::work_group, false, "", false, "Groups", ""},
    {CollectiveSet::work_group_arithmetic, "work-group-arithmetic", Scope::work_group, false,
     "cl_khr_work_group_uniform_arithmetic", false, "GroupUniformArithmeticKHR", "SPV_KHR_uniform_group_instructions"},
    {CollectiveSet::sub_group, "sub-group", Scope::sub_group, false, "", false, "Groups", ""},
    {CollectiveSet::vote, "sub-group-vote", Scope::sub_group, true, "cl_khr_subgroup_non_uniform_vote", false,
     "GroupNonUniformVote", ""},
    {CollectiveSet::ballot, "sub-group-ballot", Scope::sub_group, true, "cl_khr_subgroup_ballot", false,
     "GroupNonUniformBallot", ""},
    {CollectiveSet::non_uniform, "sub-group-non-uniform", Scope::sub_group, true, "cl_khr_subgroup_non_uniform_arithmetic",
     false, "GroupNonUniformArithmetic", ""},
    {CollectiveSet::clustered, "sub-group-clustered", Scope::sub_group, true, "cl_khr_subgroup_clustered_reduce", false,
     "GroupNonUniformClustered", ""},
    {CollectiveSet::shuffle, "sub-group-shuffle", Scope::sub_group, true, "cl_khr_subgroup_shuffle", true,
     "GroupNonUniformShuffle", ""},
    {CollectiveSet::relative_shuffle, "sub-group-relative-shuffle", Scope::sub_group, true,
     "cl_khr_subgroup_shuffle_relative", true, "GroupNonUniformShuffleRelative", ""},
    {CollectiveSet::rotate, "sub-group-rotate", Scope::sub_group, true, "cl_khr_subgroup_rotate", true,
     "GroupNonUniformRotateKHR", "SPV_KHR_subgroup_rotate"},
    {CollectiveSet::vector_broadcast, "sub-group-broadcast-vector", Scope::sub_group, false,
     "cl_khr_subgroup_extended_types", true, "Groups", ""},
});
// Sets of one front end, in the order of the enumeration.
inline constexpr std::array kSetsOfOneFrontEnd = std::to_array<CollectiveSetInfo>({
    // The functions of `sub-group` that clspv has. Sub-groups of Vulkan report their largest size, and may lack work-items.
    // Before SPIR-V 1.5 the source of a broadcast is a constant.
    {CollectiveSet::sub_group_of_vulkan, "sub-group", Scope::sub_group, false, "cl_khr_subgroups", false, "", ""},
    // SPIR-V. The extension is the one by which OpenCL reports it.
    {CollectiveSet::shuffle_of_intel, "sub-group-shuffle-intel", Scope::sub_group, false, "cl_intel_spirv_subgroups", false,
     "SubgroupShuffleINTEL", "SPV_INTEL_subgroups"},
});
constexpr const CollectiveSetInfo& info(CollectiveSet set) {
  const auto place = static_cast<std::size_t>(set);
  return place < kCollectiveSets.size() ? kCollectiveSets[place] : kSetsOfOneFrontEnd[place - kCollectiveSets.size()];
}

enum class CollectiveName : std::uint8_t {
  all,
  any,
  elect,
  all_equal,
  broadcast,
  broadcast_first,
  arithmetic,
  shuffle,
  shuffle_xor,
  shuffle_up,
  shuffle_down,
  rotate,
  clustered_rotate,
  ballot,
  inverse_ballot,
  ballot_bit_extract,
  ballot_bit_count,
  ballot_inclusive_scan,
  ballot_exclusive_scan,
  ballot_find_lsb,
  ballot_find_msb,
  eq_mask,
  ge_mask,
  gt_mask,
  le_mask,
  lt_mask,
};

enum class CollectiveOperation : std::uint8_t {
  add,
  mul,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  logical_and,
  logical_or,
  logical_xor
};
constexpr bool is_logical(CollectiveOperation o) { return o >= CollectiveOperation::logical_and; }
// The work-items of the group that contribute: reduce, and the two scans.
enum class Over : std::uint8_t { all, until_itself, before_itself };

// How the operand of a function, such as a source or a distance, is chosen.
enum class Operand : std::uint8_t {
  none,
  of_group,  // the same for the group, and less than its size
  of_item,   // differs between work-items, and less than the group's size
  step,      // differs between work-items: 1, 2 or 3
  constant,
};

struct Collective {
  CollectiveName name;
  CollectiveOperation operation = CollectiveOperation::add;
  Over over = Over::all;
  Operand operand = Operand::none;
  std::uint32_t constant = 0;  // value of a constant operand
  std::uint32_t cluster = 0;   // work-items per cluster; 0: no clusters
  int width = 1;               // lanes of the vector that is broadcast
};

// Returns the functions of a set that exist for the type. Predicates and ballots are tested with 32-bit types only.
std::vector<Collective> collectives(CollectiveSet set, Type type);
// Returns the OpenCL C name: "sub_group_clustered_reduce_add".
std::string function_name(CollectiveSet set, const Collective& c);

// Returns the number of results: four words for a ballot or a mask, otherwise one per lane.
constexpr std::size_t slots(const Collective& c) {
  const bool is_mask = c.name == CollectiveName::ballot || c.name >= CollectiveName::eq_mask;
  return is_mask ? 4 : static_cast<std::size_t>(c.width);
}
// Returns a lane of the vector that a work-item broadcasts: an integer, or a factor of a floating-point type, of which the
// low bits differ in each lane.
constexpr Bits broadcast_lane(Type type, Bits number, Bits factor, std::size_t lane) {
  return (is_float(type) ? factor : number) ^ lane;
}
std::size_t collective_slots(std::span<const Collective> all);

// Returns the operand of a work-item. The programs compute the same value.
std::uint32_t operand_of(const Collective& c, std::uint32_t size, std::uint32_t group, std::uint32_t me);
// The bits on which the ballot functions are tested.
inline constexpr std::array<std::uint32_t, 4> kBallot{0x5a96c3d0, 0xc33ca55a, 0x0ff1ce00, 0x80000001};

// A work-group of up to three dimensions.
struct GroupShape {
  std::array<std::uint64_t, 3> sides{1, 1, 1};
  // Calls with larger clusters are left out: "Behavior is undefined if clustersize ... is greater than the maximum size of a
  // sub-group within the dispatch". A compiler may rely on it even if no work-item reaches the call.
  std::uint32_t most_cluster = 128;
  constexpr std::uint64_t size() const { return sides[0] * sides[1] * sides[2]; }
  constexpr std::uint32_t dimensions() const { return sides[2] > 1 ? 3 : sides[1] > 1 ? 2 : 1; }
};
// One work-item, prime sizes below and above a sub-group, a power of two, and groups of more dimensions.
inline constexpr std::array kGroupShapes = std::to_array<GroupShape>({{{1, 1, 1}},
                                                                      {{7, 1, 1}},
                                                                      {{32, 1, 1}},
                                                                      {{61, 1, 1}},
                                                                      {{4, 3, 1}},
                                                                      {{1, 14, 1}},
                                                                      {{8, 8, 1}},
                                                                      {{3, 2, 5}},
                                                                      {{2, 1, 16}}});
// A kernel for work-groups of any size in one dimension; of sets of work-groups, in OpenCL C only.
inline constexpr GroupShape kAnyGroup{{0, 1, 1}};
inline constexpr std::uint64_t kPlaceWords = 4;
std::string collecting_kernel_name(const GroupShape& shape);  // "collect_7", "collect_4x3", "collect_any"

// SPIR-V has work-groups of one dimension only.
Source collecting_source(CollectiveSet set, Type type, std::span<const GroupShape> shapes, const std::string& options);

}  // namespace classay
