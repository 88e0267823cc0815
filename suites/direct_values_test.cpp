// Repeats the checks of certified_pairs_test.cpp for functions without a model: every rule, with every argument varying.
#include "reference/bulk/direct_values.h"

#include "suites/judge_promise.h"
#include "suites/prescribed_agreement.h"
#include "suites/row.h"
#include "suites/test_calls.h"

namespace classay {
namespace {

// Varies each argument in turn. A zero with an unspecified sign may have either.
void expect_one_of(const std::vector<std::vector<Truth>>& alternatives, const DirectFunction& f, const Call& call,
                   std::string_view rule) {
  std::array<Bits, 3> arguments{};
  for (std::size_t i = 0; i < call.args.size(); ++i) arguments.at(i) = call.args[i].bits;
  for (std::size_t varies = 0; varies < call.args.size(); ++varies) {
    if (!is_float(call.args[varies].type)) continue;
    double value = 0;
    const Known known = DirectValues(f, format(call.type), varies, arguments).at(arguments.at(varies), {&value, 1});
    const bool agrees = std::ranges::any_of(alternatives, [&](const std::vector<Truth>& alternative) {
      return test::agrees(alternative.at(0), value, known.epsilon, known.is_prescribed);
    });
    EXPECT_TRUE(agrees) << rule << ", " << std::hex << arguments[0] << ' ' << arguments[1] << ", value " << value;
  }
}

std::size_t compare(const DirectFunction& f, Type type) {
  std::size_t covered = 0;
  const std::span<const Rule> prescribed = rules(f.name, Edition::clc31);
  test::for_each_call(f.name, type, [&](const Call& call) {
    for (const Rule& rule : prescribed) {
      const auto alternatives = rule.prescribed(call);
      if (alternatives.empty()) continue;
      ++covered;
      expect_one_of(alternatives, f, call, rule.sentence());
    }
  });
  return covered;
}

TEST(DirectValuesRulesTest, ZerosInfinitiesAndNaNsAreThosePrescribed) {
  std::size_t rows = 0;
  for (const Row& row : table()) {
    const DirectFunction* f = row.truth == nullptr ? nullptr : direct_function_of(row.truth);
    if (f == nullptr || f->name != row.name || rules(row.name, Edition::clc31).empty()) continue;
    SCOPED_TRACE(row.name);
    ++rows;
    for (const Type type : {Type::f16, Type::f32}) EXPECT_GE(compare(*f, type), 4U);
  }
  EXPECT_GE(rows, 11U);
}

}  // namespace
}  // namespace classay
