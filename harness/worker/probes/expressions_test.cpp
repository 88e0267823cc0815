// Tests that right results of expressions are accepted, that each wrong lane is a violation of its expression, and that the
// right results are those that the specification's examples and C99 give.
#include "harness/worker/probes/expressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::size_t kPlace = 128;
constexpr int kItems = 16;

const std::vector<Type> kAll(kLanguageTypes.begin(), kLanguageTypes.end());

Expression named(const std::vector<Expression>& all, std::string_view said) {
  const auto found = std::ranges::find(all, said, &Expression::said);
  if (found == all.end()) throw std::invalid_argument(std::string(said));
  return *found;
}

// Executes the launches of a kind one after the other. `change` damages the results of all work-items.
class Executing {
 public:
  Executing(std::vector<Expression> all, std::function<void(std::span<std::byte>)> change)
      : all_(std::move(all)),
        change_(std::move(change)),
        device_([this](const Module&, const Launch& launch) { return results(launch.outputs.at(0)); }) {}

  Device& device() { return device_; }

 private:
  std::vector<std::byte> results(std::size_t bytes) {
    const std::size_t count = bytes / kItems / kPlace;
    std::vector<std::byte> output(bytes);
    for (int item = 0; item < kItems; ++item) {
      for (std::size_t i = 0; i < count; ++i) {
        const Expression& e = all_.at(next_ + i);
        const auto place = std::span(output).subspan((static_cast<std::size_t>(item) * count + i) * kPlace, kPlace);
        for (int lane = 0; lane < e.width; ++lane)
          put_element(place, width(e.result) / 8, static_cast<std::uint64_t>(lane), e.right(item, lane));
      }
    }
    if (next_ == 0) change_(output);
    next_ += count;
    return output;
  }

  std::vector<Expression> all_;
  std::function<void(std::span<std::byte>)> change_;
  std::size_t next_ = 0;
  AnsweringDevice device_;
};

std::vector<std::string> violations(std::string_view kind, Type type, const std::vector<Expression>& all,
                                    const std::function<void(std::span<std::byte>)>& change) {
  Executing executing(all, change);
  return probe_test::violations_of(executing.device(), kind, type);
}

TEST(ExpressionsTest, RightResultsAreNoViolation) {
  for (const Type type : {Type::f32, Type::i32, Type::u32}) {
    EXPECT_THAT(violations("shuffle-width", type, shuffles(type), [](auto) {}), IsEmpty());
    EXPECT_THAT(violations("vector-literal", type, vector_literals(type), [](auto) {}), IsEmpty());
    EXPECT_THAT(violations("layout", type, layouts(type), [](auto) {}), IsEmpty());
  }
}

TEST(ExpressionsTest, OneWrongLaneOfOneWorkItemIsAViolation) {
  const std::vector<Expression> all = shuffles(Type::u32);
  const auto change = [&](std::span<std::byte> output) {
    // The last lane of the second expression, of the last work-item.
    const std::size_t per_item = all.size() * kPlace;
    output[(kItems - 1) * per_item + kPlace + 12] ^= std::byte{1};
  };
  EXPECT_THAT(violations("shuffle-width", Type::u32, all, change),
              ElementsAre(HasSubstr("shuffle of uint2 by uint4: lane 3 of work-item 15 is 0x")));
}

TEST(ExpressionsTest, AKernelThatWritesNothingViolatesEveryExpression) {
  const std::vector<Expression> all = shuffles(Type::i32);
  const auto nothing = [](std::span<std::byte> output) { std::ranges::fill(output, std::byte{0xa5}); };
  EXPECT_THAT(violations("shuffle-width", Type::i32, all, nothing), SizeIs(all.size()));
}

TEST(ExpressionsTest, SmokeRunsAThirdOfTheExpressionsOfOtherTypes) {
  std::size_t expressions = 0;
  AnsweringDevice device([&](const Module&, const Launch& launch) {
    expressions += launch.outputs.at(0) / kItems / kPlace;
    return std::vector<std::byte>(launch.outputs.at(0));
  });
  probe_test::violations_of(device, "shuffle-width", Type::i32);
  EXPECT_EQ(expressions, 32);
  probe_test::violations_of(device, "shuffle-width", Type::i8);
  EXPECT_EQ(expressions, 32 + 11);
}

TEST(ExpressionsTest, ShufflesAreRunInSpirVToo) {
  Executing executing(shuffles(Type::f32), [](auto) {});
  EXPECT_THAT(probe_test::violations_of(executing.device(), "shuffle-width", Type::f32, FrontEnd::il), IsEmpty());
}

TEST(ExpressionsTest, OnlyTheLowBitsOfAMaskCount) {
  const Expression e = named(shuffles(Type::f32), "shuffle2 of float4 by uint8");
  for (int item = 0; item < kItems; ++item) {
    for (int lane = 0; lane < 8; ++lane) {
      const Bits place = e.variables.at(2).value(item, lane);
      const Bits right = place & 4U ? e.variables.at(1).value(item, place & 3U) : e.variables.at(0).value(item, place & 3U);
      EXPECT_EQ(e.right(item, lane), right);
    }
  }
}

TEST(ExpressionsTest, LiteralsHaveAllFormsOfTheSpecificationsList) {
  const std::vector<Expression> all = vector_literals(Type::f32);
  for (const char* const form :
       {"(float4)(float, float, float, float)", "(float4)(float2, float, float)", "(float4)(float, float2, float)",
        "(float4)(float, float, float2)", "(float4)(float2, float2)", "(float4)(float3, float)", "(float4)(float, float3)",
        "(float4)(float)"}) {
    EXPECT_NO_THROW(named(all, form)) << form;
  }
  const Expression e = named(all, "(float4)(float, float2, float)");
  EXPECT_EQ(e.right(5, 2), e.variables.at(1).value(5, 1));
  EXPECT_EQ(e.right(5, 3), e.variables.at(2).value(5, 0));
}

TEST(ExpressionsTest, OperandsOfDifferencesWithoutSignAreInOrder) {
  const std::vector<Expression> all = mixed_operators(Type::u64, kAll);
  const Expression e = named(all, "ulong - ulong4");
  for (int item = 0; item < kItems; ++item) {
    const Bits left = e.variables.at(0).value(item, 0);
    const Bits right = e.variables.at(1).value(item, 2);
    EXPECT_GE(left, right);
    EXPECT_EQ(e.right(item, 2), left - right);
  }
}

// "short8 + char" is a short8; "int4 + 0U" is an error.
TEST(ExpressionsTest, ScalarsHaveALowerRankThanTheElement) {
  const std::vector<Expression> of_short = mixed_operators(Type::i16, kAll);
  EXPECT_NO_THROW(named(of_short, "short4 + char"));
  EXPECT_THROW(named(of_short, "short4 + ushort"), std::invalid_argument);
  EXPECT_THROW(named(of_short, "short4 + half"), std::invalid_argument);
  EXPECT_NO_THROW(named(mixed_operators(Type::u32, kAll), "uint4 + int"));
  EXPECT_NO_THROW(named(mixed_operators(Type::f16, kAll), "half4 + ulong"));
}

TEST(ExpressionsTest, ShiftsUseTheLowBitsOfTheAmountAndKeepTheSign) {
  const Expression e = named(mixed_operators(Type::i8, kAll), "char4 >> char");
  for (int item = 0; item < kItems; ++item) {
    const auto from = static_cast<std::int8_t>(e.variables.at(0).value(item, 1));
    const int by = static_cast<int>(e.variables.at(1).value(item, 0) & 7U);
    EXPECT_EQ(e.right(item, 1), static_cast<std::uint8_t>(from >> by));
  }
}

TEST(ExpressionsTest, CastsCutFractionsOffAndMakeTrueAllOnes) {
  const std::vector<Expression> all = casts(Type::u8, kAll);
  const Expression e = named(all, "(uchar4) of a float");
  EXPECT_EQ(e.right(3, 0), e.right(3, 3));
  const Expression of_bool = named(all, "(uchar2) of a bool");
  std::vector<Bits> seen;
  for (int item = 0; item < kItems; ++item) seen.push_back(of_bool.right(item, 1));
  EXPECT_THAT(seen, Contains(0xff));
  EXPECT_THAT(seen, Contains(0));
}

TEST(ExpressionsTest, ANanIsTrueAndANegativeZeroIsFalse) {
  const Expression e = named(casts(Type::f32, kAll), "(bool) of a float");
  EXPECT_EQ(e.variables.at(0).value(1, 0), 0x80000000);
  EXPECT_EQ(e.right(1, 0), 0);
  EXPECT_EQ(e.variables.at(0).value(2, 0), 0x7fc00000);
  EXPECT_EQ(e.right(2, 0), 1);
}

TEST(ExpressionsTest, VectorsOfThreeHaveTheLayoutOfFour) {
  const std::vector<Expression> all = layouts(Type::f32);
  EXPECT_EQ(named(all, "sizeof(float3)").right(0, 0), 16);
  EXPECT_EQ(named(all, "sizeof of a packed struct of char, float3").right(0, 0), 17);
  EXPECT_EQ(named(all, "the offset of a float3 after a char in a struct").right(0, 0), 16);
}

}  // namespace
}  // namespace classay
