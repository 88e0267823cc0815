// Repeats the checks of bulk_test.cpp for two and three arguments. Inputs are lists for functions without a model, and
// ranges for all functions, with each argument varying. The tallies must equal those of the judge by itself.
#include <cmath>
#include <cstring>

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/direct_values.h"
#include "reference/certified/pairs/listed.h"
#include "reference/certified/pairs/model.h"
#include "reference/judge/judge.h"
#include "suites/judge_promise.h"
#include "suites/row.h"
#include "suites/test_calls.h"

namespace classay {
namespace {

struct Case {
  Promise promise;
  BulkPromise bulk;
  Arithmetic arithmetic;
  Type type;
  std::vector<Type> arguments;

  Judged judged(const BulkArguments& a, Bits got) const {
    std::array<Value, 3> values;
    for (std::size_t i = 0; i < arguments.size(); ++i) values.at(i) = {arguments[i], a.at(i)};
    const Call call{.type = type, .args = std::span(values).first(arguments.size())};
    return classay::judged(judge(promise, call, {&got, 1}, arithmetic));
  }
};

// Returns the case as in a sweep; nullopt if it cannot be judged in bulk.
std::optional<Case> case_of(const Row& row, Type type, bool flushes) {
  Case c{.promise = promise(row, type, Edition::clc31, Profile::full, Mode::standard),
         .type = type,
         .arguments = argument_types(row, type)};
  c.arithmetic.flushes = flushes;
  const std::optional<BulkPromise> bulk = bulk_promise(c.promise, c.arithmetic, c.arguments);
  if (!bulk) return std::nullopt;
  c.bulk = *bulk;
  return c;
}

// Returns the nearest number, mostly, or its neighbour, or a random one.
Bits answer(const Format& f, std::uint64_t seed, double value) {
  const std::uint64_t kind = (seed * 0x9e3779b97f4a7c15U) >> 54;
  if (kind < 5) return f.quiet_nan() >> kind;
  Bits nearest = std::isnan(value) ? f.quiet_nan() : f.infinity(std::signbit(value));
  if (value == 0) nearest = f.zero(std::signbit(value));
  if (std::isfinite(value) && value != 0) {
    const Dyadic d = decode(kF64, std::bit_cast<std::uint64_t>(value));
    nearest = round_to(f, Unrounded{d.negative, d.significand, d.exponent, false}, Rounding::rne);
  }
  if (kind < 20) return f.negate(nearest);
  if (kind < 40) return f.zero(kind % 2 == 0);
  if (kind > 700 || f.is_nan(nearest) || f.magnitude(nearest) == 0) return nearest;
  return kind % 8 == 0 ? nearest - 1 : nearest;
}

struct Asked {
  std::uint64_t inputs = 0;
  std::uint64_t slowly = 0;
};

// Judges inputs with results in both ways. An input without a value has the result for 1.
Asked expect_same(const Case& c, const Values& values, BulkInputs inputs, std::uint64_t count, std::string_view what) {
  const std::size_t element = static_cast<std::size_t>(c.bulk.format.width) / 8;
  std::vector<std::byte> bytes(count * element);
  Tally slow;
  for (std::uint64_t i = 0; i < count; ++i) {
    double value = 1;
    const Known known = values.at(inputs.number(i), {&value, 1});
    const Bits got = answer(c.bulk.format, 13 * i + inputs.at(i)[0], std::isinf(known.epsilon) ? 1 : value);
    std::memcpy(bytes.data() + i * element, &got, element);
    const BulkArguments a = inputs.at(i);
    const Judged j = c.judged(a, got);
    slow.add({.index = i, .inputs = a, .got = got, .ulps = j.ulps}, j.outcome, binade_of(c.bulk.format, a[0]),
             c.bulk.format.is_negative(a[0]));
  }
  inputs.results = bytes;
  const SlowJudge one = [&](std::uint64_t, const BulkArguments& a, Bits got) { return c.judged(a, got); };
  const BulkTally fast = judge_in_bulk(values, c.bulk, inputs, one);
  EXPECT_EQ(fast.tally, slow) << what;
  return {count, fast.asked_slowly};
}

// Contains combinations of boundary numbers, and pairs of neighbours, in columns.
struct Columns {
  std::array<std::vector<Bits>, 3> columns;
  std::array<const Bits*, 3> lists(std::size_t arity) const {
    std::array<const Bits*, 3> all{};
    for (std::size_t i = 0; i < arity; ++i) all.at(i) = columns.at(i).data();
    return all;
  }
  std::size_t count() const { return columns[0].size(); }
};

Columns some_calls(std::string_view builtin, Type type, std::size_t every) {
  Columns all;
  std::size_t number = 0;
  test::for_each_call(builtin, type, [&](const Call& call) {
    if (number++ % every != 0) return;
    for (std::size_t i = 0; i < call.args.size(); ++i) all.columns.at(i).push_back(call.args[i].bits);
  });
  return all;
}

TEST(BulkPairsTest, ListsOfDirectFunctionsMakeTheSlowJudgesTallies) {
  std::size_t rows = 0;
  Asked all;
  for (const Row& row : table()) {
    const DirectFunction* f = direct_function_named(row.name == "mul_add" ? "mad" : row.name);
    if (f == nullptr || f->result != 0 || !row.formats.contains(Type::f32)) continue;
    for (const Type type : {Type::f16, Type::f32}) {
      for (const bool flushes : {false, true}) {
        const std::optional<Case> c = case_of(row, type, flushes);
        if (!c) continue;
        ++rows;
        const Columns columns = some_calls(row.name, type, 19);
        const auto lists = columns.lists(c->arguments.size());
        const Asked asked = expect_same(*c, ListedValues(*f, c->bulk.format, lists), {.lists = lists}, columns.count(),
                                        std::string(row.name) + (flushes ? ", flushing" : ""));
        all.inputs += flushes ? 0 : asked.inputs;
        all.slowly += flushes ? 0 : asked.slowly;
      }
    }
  }
  EXPECT_GE(rows, 48U);
  EXPECT_LT(all.slowly, all.inputs / 2);
}

TEST(BulkPairsTest, ListsOfFunctionsWithModelsMakeTheSlowJudgesTallies) {
  Asked all;
  for (const certified::PairFunction& f : certified::pair_functions()) {
    for (const Type type : {Type::f16, Type::f32}) {
      for (const bool flushes : {false, true}) {
        const std::optional<Case> c = case_of(*find(f.name), type, flushes);
        ASSERT_TRUE(c) << f.name;
        const Columns columns = some_calls(f.name, type, 19);
        const auto lists = columns.lists(2);
        const Asked asked = expect_same(*c, certified::ListedPairs(f, c->bulk.format, lists), {.lists = lists},
                                        columns.count(), std::string(f.name) + (flushes ? ", flushing" : ""));
        all.inputs += flushes ? 0 : asked.inputs;
        all.slowly += flushes ? 0 : asked.slowly;
      }
    }
  }
  EXPECT_LT(all.slowly, all.inputs / 2);
}

constexpr std::uint64_t kRun = 150;

// Returns ranges through critical places.
std::vector<BulkArguments> runs(const Format& f, std::size_t varies, std::size_t arity, bool has_integer) {
  std::vector<BulkArguments> all;
  const std::vector<Bits> fixed = has_integer ? std::vector<Bits>{3, 0xfffffffeU, 17, 0, 1}
                                              : std::vector<Bits>{f.one(),
                                                                  f.one() + 3,
                                                                  f.negate(f.one() + f.min_normal() / 2),
                                                                  5,
                                                                  f.zero(false),
                                                                  f.zero(true),
                                                                  f.negate(f.one()),
                                                                  f.infinity(),
                                                                  f.infinity(true),
                                                                  f.quiet_nan()};
  for (const Bits fix : fixed) {
    for (const Bits first : {Bits{0}, f.min_normal() - kRun / 2, f.one() - kRun / 2,
                             f.negate(f.one()) + 12345 % f.min_normal(), f.infinity() - kRun / 2}) {
      BulkArguments a{fix, fix, fix};
      if (arity == 2) a[2] = 0;
      a.at(varies) = first;
      all.push_back(a);
    }
  }
  return all;
}

void expect_same_in_runs(const Case& c, const Row& row, const DirectFunction* direct, const certified::PairFunction* pair,
                         std::size_t varies) {
  const Format& f = c.bulk.format;
  for (const BulkArguments& first : runs(f, varies, c.arguments.size(), !c.bulk.is_real[1])) {
    std::unique_ptr<Values> values;
    if (pair != nullptr) {
      const auto which = varies == 0 ? certified::Varies::first : certified::Varies::second;
      values = std::make_unique<certified::PairModel>(*pair, f, which, first.at(1 - varies),
                                                      certified::PatternRun{first.at(varies), kRun});
    } else {
      values = std::make_unique<DirectValues>(*direct, f, varies, first);
    }
    expect_same(c, *values, {.first = first, .varies = varies}, kRun, row.name);
  }
}

TEST(BulkPairsTest, RunsMakeTheSlowJudgesTallies) {
  std::size_t rows = 0;
  for (const Row& row : table()) {
    const DirectFunction* direct = direct_function_named(row.name);
    const certified::PairFunction* pair = row.truth == nullptr ? nullptr : certified::pair_function_of(row.truth);
    if ((direct == nullptr && pair == nullptr) || !row.formats.contains(Type::f32)) continue;
    for (const Type type : {Type::f16, Type::f32}) {
      const std::optional<Case> c = case_of(row, type, rows % 2 == 1);
      if (!c) continue;
      ++rows;
      for (std::size_t varies = 0; varies < c->arguments.size(); ++varies) {
        if (is_float(c->arguments[varies])) expect_same_in_runs(*c, row, direct, pair, varies);
      }
    }
  }
  EXPECT_GE(rows, 36U);
}

}  // namespace
}  // namespace classay
