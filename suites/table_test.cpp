// What the compiler does not check of the table: that numbers go with names, and that rows are well made.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "reference/exact/exact.h"
#include "reference/number/real.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"
#include "suites/row.h"
#include "suites/testing.h"

namespace classay {
namespace {

std::map<int, std::string> instructions() {
  std::map<int, std::string> names;
  for (const auto& fields : testing_support::read_tsv("opencl-std.tsv")) names[std::stoi(fields[0])] = fields[1];
  return names;
}

bool is_signed_name(const Row& row, int number, const std::string& instruction) {
  const std::string name(row.name);
  if (row.number == number) return instruction == "s_" + name;
  return row.unsigned_number == number && instruction == "u_" + name;
}

// vstore_half_rte is vstore_half_r with a mode.
bool is_rounded_store(const Row& row, const std::string& instruction) {
  const std::string mode = row.rounding == Rounding::rne ? "te" : std::string(name(row.rounding)).substr(1);
  return row.signature == Signature::store_half && row.name == instruction + mode;
}

bool goes_with(const Row& row, int number, const std::string& instruction) {
  return row.name == instruction || is_signed_name(row, number, instruction) || is_rounded_store(row, instruction);
}

TEST(TableTest, HasEveryInstructionOfOpenclStdUnderItsOwnName) {
  const std::map<int, std::string> names = instructions();
  ASSERT_EQ(names.size(), 162u);
  std::set<int> seen;
  for (const Row& row : table()) {
    for (std::optional<int> number : {row.number, row.unsigned_number}) {
      if (!number) continue;
      ASSERT_TRUE(names.contains(*number)) << row.name;
      EXPECT_TRUE(goes_with(row, *number, names.at(*number))) << row.name << " is not " << names.at(*number);
      seen.insert(*number);
    }
  }
  EXPECT_EQ(seen.size(), names.size());
}

TEST(TableTest, ARowUnderAWrongNumberIsNoticed) {
  const std::map<int, std::string> names = instructions();
  Row row = *find("sin");
  EXPECT_TRUE(goes_with(row, 57, names.at(57)));
  EXPECT_FALSE(goes_with(row, 58, names.at(58)));
}

TEST(TableTest, OnlyPrintfAndPrefetchHaveNoTruth) {
  for (const Row& row : table()) EXPECT_EQ(row.truth == nullptr, row.name == "printf" || row.name == "prefetch") << row.name;
}

// Operators have names of their own, and one truth for numbers of both kinds.
TEST(TableTest, ATruthIsThatOfItsName) {
  const std::map<std::string_view, Evaluate> functions{
#define CLASSAY_ORACLE(name) {#name, &oracle::name},
#include "reference/oracle/oracle.def"
#undef CLASSAY_ORACLE
#define CLASSAY_EXACT(name) {#name, &exact_functions::name},
#include "reference/exact/exact.def"
#undef CLASSAY_EXACT
  };
  int compared = 0;
  for (const Row& row : table()) {
    std::string_view name = row.name;
    for (const std::string_view prefix : {"half_", "native_", "fast_"}) {
      if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    }
    if (name == "divide") name = "div";
    const auto function = functions.find(name);
    if (function == functions.end() || row.group == Group::operation) continue;
    EXPECT_EQ(row.truth, function->second) << row.name;
    ++compared;
  }
  EXPECT_GT(compared, 140);
}

TEST(TableTest, FormatsOfARowAreDistinct) {
  for (const Row& row : table()) {
    EXPECT_EQ(std::set<Type>(row.formats.begin(), row.formats.end()).size(), row.formats.size()) << row.name;
  }
}

TEST(TableTest, LimitsStandOnlyWhereThereIsAnOverload) {
  const auto stated = [](const Limits& l) { return !std::holds_alternative<Unstated>(l.full); };
  for (const Row& row : table()) {
    if (row.signature == Signature::reinterpret) continue;  // exact for whatever formats there are
    EXPECT_TRUE(!stated(row.f64) || row.formats.contains(Type::f64)) << row.name;
    EXPECT_TRUE(!stated(row.f32) || row.formats.contains(Type::f32)) << row.name;
    EXPECT_TRUE(!stated(row.f16) || row.formats.contains(Type::f16)) << row.name;
    EXPECT_TRUE(!stated(row.bf16) || row.formats.contains(Type::bf16)) << row.name;
    EXPECT_TRUE(!stated(row.relaxed) || row.formats.contains(Type::f32)) << row.name;
  }
}

TEST(TableTest, HasAConversionForEveryDestinationModeAndSaturation) {
  int count = 0;
  for (const Row& row : table()) {
    if (row.signature != Signature::convert) continue;
    ++count;
    EXPECT_EQ(row.formats.size(), row.to == Type::bf16 ? 11u : 12u) << row.name;
  }
  EXPECT_EQ(count, 5 * (4 + 2 * 8));
  const Row* row = find("convert_int_sat_rte");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->to, Type::i32);
  EXPECT_EQ(row->rounding, Rounding::rne);
  EXPECT_TRUE(row->saturate);
  EXPECT_EQ(find("convert_uchar")->rounding, Rounding::rtz);
  EXPECT_EQ(find("convert_half")->rounding, Rounding::rne);
  EXPECT_EQ(find("convert_float_sat"), nullptr);
}

TEST(TableTest, TruthsOfOperatorsFollowTheFormat) {
  const RealScope scope;
  const Row& add = *find("add");
  const std::vector<Value> integers{int_value(Type::i8, 127), int_value(Type::i8, 1)};
  EXPECT_EQ(add.truth({.type = Type::i8, .args = integers}, kFirstPrecision).at(0).integer, 0x80u);
  const std::vector<Value> reals{{Type::f16, kF16.one()}, {Type::f16, kF16.one()}};
  const Truth sum = add.truth({.type = Type::f16, .args = reals}, kFirstPrecision).at(0);
  EXPECT_EQ(rounded(kF16, sum, Rounding::rne), kF16.one() + kF16.min_normal());
}

std::int64_t dot(const char* name, std::vector<Bits> words) {
  const Row& row = *find(name);
  std::vector<Value> args;
  const std::vector<Type> types = argument_types(row, Type::u32);
  for (std::size_t a = 0; a < words.size(); ++a) args.push_back({types.at(a), words[a]});
  return as_signed({row.to, row.truth(call_of(row, Type::u32, args), kFirstPrecision).at(0).integer});
}

// -128 * 255 four times, and bytes that do not stand in the same place.
TEST(TableTest, PackedBytesAreVectorsWhoseSignsStandInTheName) {
  EXPECT_EQ(dot("dot_4x8packed_su_int", {0x80808080, 0xffffffff}), 4 * -128 * 255);
  EXPECT_EQ(dot("dot_4x8packed_us_int", {0x80808080, 0xffffffff}), 4 * 128 * -1);
  EXPECT_EQ(dot("dot_4x8packed_ss_int", {0x80808080, 0xffffffff}), 4 * 128);
  EXPECT_EQ(dot("dot_4x8packed_uu_uint", {0x80808080, 0xffffffff}), 4 * 128 * 255);
  EXPECT_EQ(dot("dot_4x8packed_uu_uint", {0x01000000, 0x02000003}), 2);
  EXPECT_EQ(dot("dot_acc_sat_4x8packed_su_int", {0x80808080, 0xffffffff, 0x80000000}), INT32_MIN);
  EXPECT_EQ(dot("dot_acc_sat_4x8packed_ss_int", {1, 1, 0x7fffffff}), INT32_MAX);
  EXPECT_EQ(dot("dot_acc_sat_4x8packed_uu_uint", {1, 1, 0xffffffff}), -1);  // the largest, of 32 bits
}

// No scalar that ranks above the elements stands among vectors: the program would not compile.
TEST(TableTest, ImplicitConversionsHaveTheSourcesThatTheLanguageAllows) {
  EXPECT_EQ(find("implicit_float")->formats.size(), 10U);
  EXPECT_FALSE(find("implicit_float")->formats.contains(Type::f32));
  EXPECT_TRUE(find("widened_uint")->formats.contains(Type::i32));
  EXPECT_FALSE(find("widened_int")->formats.contains(Type::u32));
  EXPECT_TRUE(find("widened_half")->formats.contains(Type::u64));
  EXPECT_FALSE(find("widened_half")->formats.contains(Type::f32));
  EXPECT_EQ(find("widened_char")->formats.size(), 1U);
}

// Every row can be asked, with one lane or the fewest that it has.
TEST(TableTest, EveryTruthTakesTheArgumentsAndGivesTheResultsOfItsSignature) {
  const RealScope scope;
  for (const Row& row : table()) {
    if (row.truth == nullptr) continue;
    const int lanes = widths(row)[0];
    for (Type format : row.formats) {
      std::vector<Value> args;
      for (Type t : argument_types(row, format)) args.insert(args.end(), static_cast<std::size_t>(lanes), Value{t, 1});
      ASSERT_EQ(args.size(), static_cast<std::size_t>(argument_count(row, lanes))) << row.name;
      const Call call = call_of(row, format, args, lanes);
      EXPECT_EQ(row.truth(call, kFirstPrecision).size(), static_cast<std::size_t>(result_count(row, lanes))) << row.name;
    }
  }
}

}  // namespace
}  // namespace classay
