// Assembles the programs of generic pointers and of shuffles, which validates them: each type, both sizes of addresses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/address_spaces.h"
#include "kernels/il/shuffles.h"
#include "kernels/il/source.h"

namespace classay::il {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<AddressSpaceKernel> all_kernels() {
  std::vector<AddressSpaceKernel> all;
  for (std::size_t space = 0; space <= 3; ++space) {
    all.push_back({.name = "scalar_" + std::to_string(space), .space = space, .type = Type::u8});
    all.push_back({.name = "vector_" + std::to_string(space), .space = space, .type = Type::f32, .width = 4});
  }
  return all;
}

TEST(PointersTest, ModulesAreValid) {
  const AddressSpaceSizes sizes{.group = 32, .place = 16, .words = 7};
  for (const int address_bits : {32, 64}) {
    for (const MemoryQuery query : {MemoryQuery::none, MemoryQuery::made}) {
      const Source source = address_spaces_source({.address_bits = address_bits}, all_kernels(), sizes, query);
      EXPECT_NO_THROW(assembled(source.text)) << source.text;
    }
  }
}

TEST(PointersTest, OnlyAQueryNeedsItsInstruction) {
  const AddressSpaceSizes sizes{.group = 32, .place = 16, .words = 7};
  const auto text = [&](MemoryQuery query) { return address_spaces_source({}, all_kernels(), sizes, query).text; };
  EXPECT_THAT(text(MemoryQuery::made), HasSubstr("OpGenericPtrMemSemantics"));
  EXPECT_THAT(text(MemoryQuery::none), Not(HasSubstr("OpGenericPtrMemSemantics")));
  EXPECT_THAT(text(MemoryQuery::none), HasSubstr("OpGenericCastToPtrExplicit"));
}

TEST(ShufflesTest, ModulesAreValid) {
  std::vector<Shuffle> all;
  for (const int from : {2, 4, 8, 16}) {
    for (const int to : {2, 4, 8, 16}) {
      all.push_back({.from = from, .to = to, .sources = 1});
      all.push_back({.from = from, .to = to, .sources = 2});
    }
  }
  for (const Type type : {Type::u8, Type::i16, Type::f32, Type::u64}) {
    EXPECT_NO_THROW(assembled(shuffles_source({}, type, all, "expressions", 128).text)) << info(type).name;
  }
}

}  // namespace
}  // namespace classay::il
