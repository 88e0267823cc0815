// Repeats the checks of bulk_test.cpp for f64: windows of certified models of one and two arguments, for every function with
// a model. Results are right, almost right, and random, on every instruction set.
#include <cmath>
#include <cstring>
#include <random>

#include "reference/bulk/loops.h"
#include "reference/bulk/wide_judge.h"
#include "reference/certified/wide/model.h"
#include "reference/certified/wide/window_values.h"
#include "reference/cpu/versions.h"
#include "reference/judge/judge.h"
#include "suites/judge_promise.h"
#include "suites/row.h"

namespace classay {
namespace {

struct Case {
  Promise promise;
  BulkPromise bulk;
  Arithmetic arithmetic;
  std::vector<Type> arguments;

  Judged judged(const BulkArguments& a, Bits got) const {
    std::array<Value, 3> values;
    for (std::size_t i = 0; i < arguments.size(); ++i) values.at(i) = {arguments[i], a.at(i)};
    const Call call{.type = Type::f64, .args = std::span(values).first(arguments.size())};
    return classay::judged(judge(promise, call, {&got, 1}, arithmetic));
  }
};

std::optional<Case> case_of(const Row& row, Mode mode, bool flushes) {
  Case c{.promise = promise(row, Type::f64, Edition::clc31, Profile::full, mode),
         .arguments = argument_types(row, Type::f64)};
  c.arithmetic.flushes = flushes;
  const std::optional<BulkPromise> bulk = bulk_promise(c.promise, c.arithmetic, c.arguments);
  if (!bulk) return std::nullopt;
  c.bulk = *bulk;
  return c;
}

// Returns a possible result of a device for a value near `value`.
Bits answer(double value, std::mt19937_64& random) {
  const Format& f = kF64;
  const auto right = std::bit_cast<Bits>(value);
  switch (random() % 400) {
    case 0: return f.quiet_nan();
    case 1: return f.infinity(random() % 2 == 0);
    case 2: return f.zero(random() % 2 == 0);
    case 3: return f.negate(right);
    case 4: return random();
    default: break;
  }
  const auto kind = random() % 8;
  if (f.magnitude(right) < 8 || !f.is_finite(right) || kind > 3) return right;
  return kind == 0 ? right + random() % 9 - 4 : right + random() % 3 - 1;
}

std::vector<Bits> answers(const WideValues& values, std::size_t count, std::mt19937_64& random) {
  std::vector<Bits> all(count);
  std::vector<double> head(count);
  std::vector<double> tail(count);
  for (std::size_t done = 0; done < count;) {
    const WideKnown known = values.at(done, std::span(head).subspan(done), std::span(tail).subspan(done));
    for (std::size_t i = done; i < done + known.count; ++i) {
      all[i] = answer(std::isnan(tail[i]) ? 1 : std::ldexp(head[i], known.scale), random);
    }
    done += known.count;
  }
  return all;
}

struct Asked {
  std::uint64_t inputs = 0;
  std::uint64_t slowly = 0;
};

void expect_same(const Case& c, const WideValues& values, BulkInputs inputs, std::size_t count, Asked& asked,
                 const std::string& what) {
  std::mt19937_64 random(count + inputs.first[0]);
  const std::vector<Bits> results = answers(values, count, random);
  inputs.results = std::as_bytes(std::span(results));
  Tally slow;
  for (std::size_t i = 0; i < count; ++i) {
    const BulkArguments a = inputs.at(i);
    const Judged j = c.judged(a, results[i]);
    slow.add({.index = i, .inputs = a, .got = results[i], .ulps = j.ulps}, j.outcome, binade_of(kF64, a[0]),
             kF64.is_negative(a[0]));
  }
  const SlowJudge one = [&](std::uint64_t, const BulkArguments& a, Bits got) { return c.judged(a, got); };
  for (const bulk::Loops* loops : runnable<bulk::Loops>()) {
    WideJudge judge(c.bulk, one, nullptr, loops);
    judge.add(values, inputs);
    const BulkTally fast = judge.tally();
    EXPECT_EQ(fast.tally, slow) << what << " on " << name_of(loops->set);
    asked.inputs += count;
    asked.slowly += fast.asked_slowly;
  }
}

TEST(BulkWideTest, WindowsMakeTheSlowJudgesTallies) {
  std::size_t rows = 0;
  Asked asked;
  for (const Row& row : table()) {
    const certified::Function* function = row.truth == nullptr ? nullptr : certified::function_of(row.truth);
    if (function == nullptr || row.signature != Signature::unary || !row.formats.contains(Type::f64)) continue;
    const std::optional<Case> c = case_of(row, Mode::standard, rows % 2 == 1);
    if (!c) continue;
    ++rows;
    const certified::WideModel model(*function);
    for (std::uint64_t number = 0; number < 12; ++number) {
      const certified::WideBlock block = model.block(7, number * 97);
      const certified::WindowValues values(model, block);
      const std::size_t count = std::min<std::size_t>(block.count, 150);
      std::vector<Bits> x(count);
      certified::inputs(block, x);
      const BulkInputs inputs{.lists = {x.data()}, .is_one_binade = number % 2 == 0};
      expect_same(*c, values, inputs, count, asked, std::string(row.name) + ' ' + std::to_string(number));
    }
  }
  EXPECT_GE(rows, 30U);
  EXPECT_LT(asked.slowly, asked.inputs / 3);  // short ranges, of which a tally keeps a large part
}

}  // namespace
}  // namespace classay
