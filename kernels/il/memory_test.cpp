// Checks that a module with a pointer argument is valid for every memory. Its load or store must name the width and the
// rounding mode. With an offset it must access the third vector of an array. harness/tests/kernels_il_test.cpp checks the
// results. Possible faults: a pointer to the wrong memory, a write to an input buffer, a second result that is stored twice,
// an offset that remains 0, an array with more alignment than required.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "kernels/il/testing.h"
#include "suites/cases.h"

namespace classay::il {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const Compiler kCompiler;

Asked asked(const Row& row, Type format) {
  const std::span<const int> all = widths(row);
  return {.row = &row, .format = format, .widths = {all.begin(), all.end()}, .making = Making::table, .literals = {}};
}

int stores_of(const Asked& asked) {
  return testing_support::counts(assembled(source(asked, kCompiler).text))[testing_support::kStore];
}

bool is_load(const Row& row) { return row.signature == Signature::load || row.signature == Signature::load_half; }

TEST(IlMemory, LoadsAndStoresNameWidthAndMode) {
  const auto text = [](std::string_view name, Type type) { return source(asked(*find(name), type), kCompiler).text; };
  EXPECT_THAT(text("vstore_halfn_rtp", Type::f32), HasSubstr("%std vstore_halfn_r "));
  EXPECT_THAT(text("vstore_halfn_rtp", Type::f32), testing::ContainsRegex("vstore_halfn_r %[^ ]+ %[^ ]+ %[^ ]+ RTP\n"));
  EXPECT_THAT(text("vloada_halfn", Type::f16), testing::ContainsRegex("vloada_halfn %[^ ]+ %[^ ]+ 16\n"));
  // The builtin must also run on a device without cl_khr_fp16.
  EXPECT_THAT(text("vloada_halfn", Type::f16), testing::Not(HasSubstr("OpCapability Float16\n")));
}

// Covers every row with two results, and every load and store. The module is valid and has the selected pointer. A second
// result in global memory is already in the output, and is not stored again.
TEST(IlMemory, PointersAreToAnyMemoryThatIsWritten) {
  const std::map<PointerTo, std::string> to{{PointerTo::private_memory, "%private_"},
                                            {PointerTo::local_memory, "%local_"},
                                            {PointerTo::global_memory, "%global_"},
                                            {PointerTo::generic_memory, "%generic_"}};
  std::set<std::string_view> rows;
  const auto expect_all = [&](const Row& row, Type format, bool has_second) {
    Asked a = asked(row, format);
    const int stores = stores_of(a);
    for (const auto& [pointer, words] : to) {
      a.pointer = pointer;
      const std::string text = source(a, kCompiler).text;
      EXPECT_THAT(text, HasSubstr(words)) << row.name;
      const bool is_in_output = has_second && pointer == PointerTo::global_memory;
      EXPECT_EQ(stores_of(a), is_in_output ? stores / 2 : stores) << row.name;
    }
    rows.insert(row.name);
  };
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_source(row, format)) continue;
      const bool has_second = result_types(row, format).size() > 1 && row.signature != Signature::int_pair;
      if (row.group == Group::memory || has_second) expect_all(row, format, has_second);
    }
  }
  EXPECT_THAT(
      rows, testing::IsSupersetOf({"fract", "frexp", "lgamma_r", "modf", "remquo", "sincos", "vloadn", "vstore_halfn_rtp"}));
}

// The third vector: aligned vectors of three lanes are placed as vectors of four.
TEST(IlMemory, AnOffsetIsThatOfTheThirdVectorInARoomOfItsOwn) {
  for (const int address_bits : {32, 64}) {
    for (const Row& row : table()) {
      if (row.group != Group::memory || row.truth == nullptr) continue;
      for (const Type format : row.formats) {
        Asked a = asked(row, format);
        a.by_offset = true;
        const std::string text = source(a, {.address_bits = address_bits}).text;
        EXPECT_NO_THROW(assembled(text)) << row.name << " " << info(format).name;
        const std::string two = address_bits == 64 ? "%ulong_2" : "%uint_2";
        EXPECT_THAT(text, ContainsRegex("%std v(load|store)[a-z_]* (%[^ ]+ )?" + two + " ")) << row.name;
        EXPECT_THAT(text, Not(ContainsRegex("%std v(load|store)[a-z_]* (%[^ ]+ )?%(ulong|uint)_0 "))) << row.name;
      }
    }
  }
  Asked a = asked(*find("vstorea_halfn"), Type::f32);
  a.by_offset = true;
  a.widths = {3};
  const std::string aligned = source(a, kCompiler).text;
  EXPECT_THAT(aligned, HasSubstr("OpDecorate %room_v3 Alignment 8\n"));
  EXPECT_THAT(aligned, HasSubstr("%room_v3 = OpVariable %private_ushort_x13 Function\n"));  // 3 * 4 + 1
  a.row = find("vstore_halfn");
  const std::string unaligned = source(a, kCompiler).text;
  EXPECT_THAT(unaligned, Not(HasSubstr(" Alignment ")));
  EXPECT_THAT(unaligned, HasSubstr("%room_v3 = OpVariable %private_ushort_x11 Function\n"));  // 1 + 3 * 3 + 1
}

TEST(IlMemory, ConstantMemoryIsTheInputAndIsLoadedByTheWorkItem) {
  int loads = 0;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_source(row, format)) continue;
      Asked a = asked(row, format);
      a.pointer = PointerTo::constant_memory;
      if (!is_load(row)) {
        EXPECT_THROW(source(a, kCompiler), std::invalid_argument) << row.name;
        continue;
      }
      for (const int address_bits : {32, 64})
        EXPECT_NO_THROW(assembled(source(a, {.address_bits = address_bits}).text)) << row.name;
      EXPECT_THAT(source(a, kCompiler).text, ContainsRegex("%x_in_v[0-9]+ = OpFunctionParameter %constant_")) << row.name;
      EXPECT_EQ(testing_support::counts(assembled(source(a, kCompiler).text))[testing_support::kLoad],
                static_cast<int>(a.widths.size()));  // only of the global id
      ++loads;
    }
  }
  EXPECT_GT(loads, 10);
}

TEST(IlMemory, WhatLoadsOrStoresNothingHasNoOffset) {
  Asked a = asked(*find("frexp"), Type::f32);
  a.by_offset = true;
  EXPECT_THROW(source(a, kCompiler), std::invalid_argument);
}

}  // namespace
}  // namespace classay::il
