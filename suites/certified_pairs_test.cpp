// Repeats the checks of certified_test.cpp for models of two arguments, with either one fixed. If a rule prescribes a zero,
// an infinity or a NaN, the value must be equal, including the sign. If a rule prescribes a different number, the value must
// be missing, or exact and marked as prescribed.
#include <cmath>

#include "reference/certified/pairs/model.h"
#include "reference/certified/testing.h"
#include "reference/certified/wide/pair_model.h"
#include "suites/judge_promise.h"
#include "suites/prescribed_agreement.h"
#include "suites/row.h"
#include "suites/test_calls.h"

namespace classay {
namespace {

using certified::PairFunction;
using certified::PairModel;
using certified::Varies;

// Returns the value of an f64 model for this call, alone or in a block.
double wide_value_of(const PairFunction& f, Varies varies, const Call& call, double& epsilon) {
  const certified::WidePairModel model(f);
  const Bits fixed = call.args[varies == Varies::first ? 1 : 0].bits;
  const Bits varied = call.args[varies == Varies::first ? 0 : 1].bits;
  const Bits magnitude = kF64.magnitude(varied);
  certified::WideValue v = model.single(call.args[0].bits, call.args[1].bits);
  if (magnitude > 1 && magnitude < kF64.infinity()) {
    const auto block = model.block({varies, fixed, {.magnitude = magnitude, .is_negative = kF64.is_negative(varied)}});
    v = certified::first_value(model, certified::with_first_input(block, varied));
  }
  epsilon = std::isnan(v.tail) ? std::numeric_limits<double>::infinity() : v.epsilon;
  return v.head;
}

// Returns the value of a model for this call alone.
Known value_of(const PairFunction& f, Varies varies, const Call& call, double& value) {
  if (call.type == Type::f64) {
    Known known{.count = 1};
    value = wide_value_of(f, varies, call, known.epsilon);
    return known;
  }
  const std::size_t at = varies == Varies::first ? 0 : 1;
  const PairModel model(f, format(call.type), varies, call.args[1 - at].bits, {call.args[at].bits, 1});
  return model.at(call.args[at].bits, {&value, 1});
}

struct Found {
  std::size_t covered = 0;   // covered by a rule
  std::size_t answered = 0;  // covered by a model as well
};

Found compare(const PairFunction& f, Varies varies, Type type) {
  Found found;
  // The editions have the same rules for these functions.
  const std::span<const Rule> prescribed = rules(f.name, Edition::clc31);
  test::for_each_call(f.name, type, [&](const Call& call) {
    bool is_covered = false;
    for (const Rule& rule : prescribed) {
      const auto alternatives = rule.prescribed(call);
      if (alternatives.empty()) continue;
      double value = 0;
      const Known known = value_of(f, varies, call, value);
      for (const std::vector<Truth>& alternative : alternatives) {
        EXPECT_TRUE(test::agrees(alternative.at(0), value, known.epsilon, known.is_prescribed))
            << rule.sentence() << ", " << std::hex << call.args[0].bits << ' ' << call.args[1].bits << ", value " << value;
      }
      found.answered += !is_covered && !std::isinf(known.epsilon) ? 1 : 0;
      is_covered = true;
    }
    found.covered += is_covered ? 1 : 0;
  });
  return found;
}

void expect_what_is_prescribed(const PairFunction& f, Varies varies) {
  SCOPED_TRACE(f.name);
  for (const Type type : {Type::f16, Type::f32, Type::f64}) {
    const Found found = compare(f, varies, type);
    EXPECT_GE(found.covered, 100U);
    // These have rules for zeros and infinities only.
    if (f.name != "pown" && f.name != "atan2pi") {
      EXPECT_GE(found.answered, 100U);
    }
  }
}

TEST(CertifiedPairsRulesTest, ModelsHaveTheZerosInfinitiesAndNaNsThatArePrescribed) {
  for (const PairFunction& f : certified::pair_functions()) {
    expect_what_is_prescribed(f, Varies::first);
    if (!f.second_is_integer) expect_what_is_prescribed(f, Varies::second);
  }
}

TEST(CertifiedPairsRulesTest, EveryPairFunctionIsThatOfItsRow) {
  for (const PairFunction& f : certified::pair_functions()) {
    std::size_t rows = 0;
    for (const Row& row : table()) {
      if (row.truth != f.truth || row.name != f.name) continue;
      ++rows;
      EXPECT_EQ(row.signature == Signature::real_int, f.second_is_integer);
    }
    EXPECT_EQ(rows, 1U) << f.name;
  }
}

}  // namespace
}  // namespace classay
