// Possible faults: only fields that exceed the number, whose results are undefined; no field that ends at the top bit, or
// that covers all bits.
#include "suites/plan/bit_fields.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reference/exact/bit_field.h"
#include "suites/plan.h"

namespace classay {
namespace {

std::size_t fitting(const std::vector<Bits>& fields, int width) {
  return static_cast<std::size_t>(std::ranges::count_if(fields, [&](Bits b) { return BitField(b).fits(width); }));
}

TEST(BitFieldInputsTest, BoundariesHaveEndsAndSomeThatDoNotFit) {
  for (const int width : {8, 16, 32, 64}) {
    for (const Extent extent : {Extent::few, Extent::some, Extent::many, Extent::most}) {
      const std::vector<Bits> all = field_boundaries(width, extent);
      const auto has = [&](unsigned offset, unsigned count) {
        return std::ranges::find(all, BitField(offset, count).told()) != all.end();
      };
      const auto bits = static_cast<unsigned>(width);
      EXPECT_TRUE(has(0, 0) && has(0, bits) && has(bits, 0) && has(bits - 1, 1));
      EXPECT_EQ(all.size() - fitting(all, width), 4U);
    }
    const auto every = static_cast<std::size_t>((width + 1) * (width + 2) / 2);
    EXPECT_EQ(fitting(field_boundaries(width, Extent::most), width), every);
    EXPECT_TRUE(field_boundaries(width, Extent::none).empty());
  }
}

TEST(BitFieldInputsTest, RandomFieldsFitAndMeetEveryPlace) {
  const std::vector<Type> types{Type::u8, Type::u8, Type::u16};
  std::set<Bits> seen;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Tuple t = field_input(types, 1, i);
    EXPECT_TRUE(BitField(t[2]).fits(8));
    EXPECT_LE(t[0] | t[1], 0xffU);
    seen.insert(t[2]);
  }
  EXPECT_EQ(seen.size(), 45U);
}

TEST(BitFieldInputsTest, APlanHasMostlyFieldsThatFit) {
  for (const char* name : {"bitfield_insert", "bitfield_extract_signed", "bitfield_extract_unsigned"}) {
    for (const Type type : {Type::i8, Type::u64}) {
      const Row& row = *find(name);
      const Plan plan(row, type, Tier::quick, 1, {});
      const std::size_t last = argument_types(row, type).size() - 1;
      std::uint64_t fit = 0;
      for (std::uint64_t i = 0; i < plan.count(); ++i) fit += BitField(plan.input(i).at(last)).fits(width(type)) ? 1 : 0;
      EXPECT_GT(fit, plan.count() / 2);
      EXPECT_LT(fit, plan.count());
    }
  }
}

}  // namespace
}  // namespace classay
