// Checks that a literal argument is a module constant with exactly its bits, in the lane that a launch of all literals would
// use. All calls must follow each other. harness/tests/kernels_il_test.cpp checks the results. Possible faults: a NaN loses
// its payload or becomes quiet; a half is converted; the words of a double are swapped; a negative number is not truncated
// to its width; lanes are in the wrong order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/il/testing.h"
#include "kernels/testing.h"
#include "reference/inputs/inputs.h"
#include "suites/cases.h"

namespace classay::il {
namespace {

using classay::testing_support::asked;
using testing_support::instructions;
using testing_support::Words;

const Compiler kCompiler;

std::vector<std::uint32_t> module_of(const Asked& asked) { return assembled(source(asked, kCompiler).text); }

// Returns the bits of every constant, lane by lane.
std::map<std::uint32_t, std::vector<Bits>> constants(const std::vector<std::uint32_t>& module) {
  std::map<std::uint32_t, std::vector<Bits>> all;
  for (const auto& [opcode, operands] : instructions(module)) {
    if (opcode == testing_support::kConstant) {
      const Bits high = operands.size() > 3 ? operands[3] : 0;
      all[operands[1]] = {high << 32 | operands[2]};
    }
    if (opcode != testing_support::kConstantComposite) continue;
    for (const std::uint32_t lane : operands.subspan(2)) all[operands[1]].push_back(all.at(lane).at(0));
  }
  return all;
}

// Returns the arguments of each extended instruction of a module: the lanes of each argument.
std::vector<std::vector<std::vector<Bits>>> calls(const std::vector<std::uint32_t>& module, std::size_t arguments) {
  const std::map<std::uint32_t, std::vector<Bits>> known = constants(module);
  std::vector<std::vector<std::vector<Bits>>> all;
  for (const auto& [opcode, operands] : instructions(module)) {
    if (opcode != testing_support::kExtInst) continue;
    auto& call = all.emplace_back();
    for (std::size_t a = 0; a < arguments; ++a) call.push_back(known.at(operands[4 + a]));
  }
  return all;
}

// Returns all classes of numbers: zeros, limits of the range, subnormals, infinities, quiet and signalling NaNs.
std::vector<Bits> bits_of(Type type) {
  std::vector<Bits> all = is_float(type) ? short_boundary_table(format(type)) : std::vector<Bits>{0, 1, mask(type)};
  if (!is_float(type)) {
    const Bits top = Bits{1} << (width(type) - 1);
    all.insert(all.end(), {top, top - 1, Bits{0x0123456789abcdef} & mask(type)});
    return all;
  }
  const Format& f = format(type);
  const Bits sign = f.sign_bit();
  const Bits infinity = f.infinity();
  all.insert(all.end(), {0, sign, 1, sign | 1, sign | 0x123, infinity, sign | infinity, infinity | 1, sign | infinity | 3,
                         f.quiet_nan() | 5, f.max_finite()});
  return all;
}

// The arguments of the calls of a width must be the literals, lane for lane.
void expect_arguments(const std::vector<std::vector<std::vector<Bits>>>& made, const std::vector<Tuple>& literals, int w) {
  for (std::uint64_t item = 0; item < made.size(); ++item) {
    for (int lane = 0; lane < w; ++lane) {
      const Tuple& expected = literals[lane_input(literals.size(), w, 0, item, lane)];
      for (std::size_t k = 0; k < made[item].size(); ++k) {
        ASSERT_EQ(made[item][k].at(static_cast<std::size_t>(lane)), expected.at(k)) << "call " << item << ", lane " << lane;
      }
    }
  }
}

// Checks a row of the type with constants of that type.
void expect_bits(std::string_view builtin, Type type) {
  std::vector<Tuple> literals;
  for (const Bits b : bits_of(type)) literals.push_back({b, ~b & mask(type), (b * 0x9e3779b9) & mask(type)});
  Asked a = asked(builtin, type, literals);
  const std::size_t arguments = argument_types(*a.row, type).size();
  const std::vector<int> all_widths = a.widths;
  for (const int w : all_widths) {
    a.widths = {w};
    const auto made = calls(module_of(a), arguments);
    const std::uint64_t items = sections(literals.size(), w);
    SCOPED_TRACE(testing::Message() << builtin << " " << info(type).name << " v" << w);
    ASSERT_EQ(made.size(), items);
    for (const auto& call : made) ASSERT_EQ(call.size(), arguments);
    expect_arguments(made, literals, w);
  }
}

TEST(IlLiterals, EveryBitOfAConstantIsTheOneThatIsAsked) {
  for (const Type type : {Type::f16, Type::f32, Type::f64}) expect_bits("fmax", type);
  for (const Type type : {Type::i8, Type::u8, Type::i16, Type::u16, Type::i32, Type::u32, Type::i64, Type::u64}) {
    expect_bits("clamp", type);
  }
}

// Shows that a single changed bit would be detected.
TEST(IlLiterals, AnotherBitIsAnotherConstant) {
  const std::vector<Tuple> one{{0x7fa00001}};
  const std::vector<Tuple> other{{0x7fe00001}};
  EXPECT_NE(calls(module_of(asked("sin", Type::f32, one)), 1), calls(module_of(asked("sin", Type::f32, other)), 1));
}

// No label and no branch between the first call and the last.
TEST(IlLiterals, CallsStandOneAfterTheOther) {
  const std::vector<Tuple> literals{{1}, {2}, {3}, {4}, {5}, {6}, {7}};
  for (const char* const builtin : {"sin", "frexp"}) {
    Asked a = asked(builtin, Type::f32, literals);
    a.widths = {2};
    const std::vector<std::uint32_t> module = module_of(a);
    const std::vector<Words> all = instructions(module);
    const auto is_call = [](const Words& w) { return w.opcode == testing_support::kExtInst; };
    const auto first = std::find_if(all.begin(), all.end(), is_call);
    const auto last = std::find_if(all.rbegin(), all.rend(), is_call).base();
    EXPECT_EQ(std::count_if(first, last, is_call), 5);
    EXPECT_TRUE(std::none_of(first, last, [](const Words& w) { return w.opcode >= testing_support::kLabel; })) << builtin;
    EXPECT_EQ(testing_support::counts(module)[testing_support::kBranchConditional], 2) << builtin;
  }
}

// Checks that the modules of every row and format are valid, with an input of unusual bits for each.
TEST(IlLiterals, EveryRowTakesThem) {
  int modules = 0;
  const std::vector<Tuple> literals{{0x7fa0, 3, 1}, {1, 0x7fa0, 2}, {2, 1, 0x7fa0}};
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_source(row, format)) continue;
      Asked a = asked(row.name, format, {});
      std::vector<Tuple> cut = literals;
      const std::vector<Type> types = argument_types(row, format);
      for (Tuple& t : cut) {
        for (std::size_t k = 0; k < types.size(); ++k) t.at(k) &= mask(types[k]);
      }
      a.literals = cut;
      a.widths = {a.widths.front(), a.widths.back()};
      if (a.widths.front() == a.widths.back()) a.widths.pop_back();
      EXPECT_NO_THROW(module_of(a)) << row.name << " " << info(format).name;
      ++modules;
    }
  }
  EXPECT_GT(modules, 500);
}

TEST(IlLiterals, KernelsTakeNoInputs) {
  const std::vector<Tuple> literals{{1}};
  Asked a = asked("sin", Type::f32, literals);
  EXPECT_THAT(source(a, kCompiler).text, testing::Not(testing::HasSubstr("_in_v")));
  a.making = Making::table;
  EXPECT_THAT(source(a, kCompiler).text, testing::HasSubstr("%x_in_v1"));
}

// For every row, one module contains both kernels. Each kernel has its own names and types.
TEST(IlLiterals, TheyStandBesideATable) {
  const std::vector<Tuple> literals{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  std::size_t modules = 0;
  for (const Row& row : table()) {
    if (!has_plan(row, row.formats[0]) || !speaks(FrontEnd::il, row, row.formats[0])) continue;
    if (!has_source(row, row.formats[0]) || goes_across_lanes(row.signature)) continue;
    Asked a{.row = &row, .format = row.formats[0], .making = Making::table, .literals = literals};
    a.widths = {widths(row).begin(), widths(row).begin() + std::min<std::ptrdiff_t>(2, std::ssize(widths(row)))};
    const std::string text = source(a, kCompiler).text;
    for (const int w : a.widths) {
      for (const Making making : {Making::table, Making::literals}) {
        EXPECT_THAT(text, testing::HasSubstr("OpEntryPoint Kernel %" + kernel_name(making, w) + " ")) << row.name;
      }
    }
    EXPECT_NO_THROW(assembled(text)) << row.name;
    ++modules;
  }
  EXPECT_GT(modules, 300U);
}

TEST(IlLiterals, TheyGoWithPrivateMemoryAndAreNotNone) {
  const std::vector<Tuple> literals{{1}};
  Asked a = asked("modf", Type::f32, literals);
  EXPECT_NO_THROW(source(a, kCompiler));
  a.pointer = PointerTo::global_memory;
  EXPECT_THROW(source(a, kCompiler), std::invalid_argument);
  a.pointer = PointerTo::private_memory;
  a.literals = {};
  EXPECT_THROW(source(a, kCompiler), std::invalid_argument);
  Asked load = asked("vloadn", Type::f32, literals);
  load.by_offset = true;
  EXPECT_THROW(source(load, kCompiler), std::invalid_argument);
}

}  // namespace
}  // namespace classay::il
