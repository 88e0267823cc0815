// Judges in bulk with certified models, for every builtin that has one and the promises of every edition. The tallies must
// equal those of the judge by itself. Inputs are critical places in f16 and f32.
#include <cmath>
#include <cstring>

#include "reference/bulk/bulk_judge.h"
#include "reference/certified/narrow/model.h"
#include "reference/judge/judge.h"
#include "suites/judge_promise.h"
#include "suites/row.h"

namespace classay {
namespace {

constexpr std::uint64_t kCount = 300;

// Returns the number nearest to the value, mostly, or its neighbour; sometimes a random one.
Bits answer(const Format& f, Bits input, double value) {
  const std::uint64_t kind = (input * 0x9e3779b97f4a7c15U) >> 54;
  if (kind < 5) return f.quiet_nan() >> kind;
  Bits nearest = std::isnan(value) ? f.quiet_nan() : f.infinity(std::signbit(value));
  if (std::isfinite(value)) {
    const Dyadic d = decode(kF64, std::bit_cast<std::uint64_t>(value));
    nearest = round_to(f, Unrounded{d.negative, d.significand, d.exponent, false}, Rounding::rne);
  }
  if (kind > 700 || !f.is_normal(nearest)) return nearest;
  return kind % 8 == 0 ? nearest + 1 : nearest;
}

struct Case {
  Promise promise;
  BulkPromise bulk;
  Arithmetic arithmetic;
  Type type;
};

Judged judged(const Case& c, Bits input, Bits got) {
  const Value x{c.type, input};
  const Call call{.type = c.type, .args = {&x, 1}};
  return judged(judge(c.promise, call, {&got, 1}, c.arithmetic));
}

std::vector<Bits> answers(const Format& f, const Values& values, Bits first) {
  std::vector<Bits> all;
  for (Bits b = first; b < first + kCount; ++b) {
    double value = 1;
    values.at(b, {&value, 1});
    all.push_back(answer(f, b, value));
  }
  return all;
}

Tally slow_tally(const Case& c, Bits first, const std::vector<Bits>& results) {
  Tally tally;
  for (std::uint64_t i = 0; i < results.size(); ++i) {
    const Judged j = judged(c, first + i, results[i]);
    tally.add({.index = i, .inputs = {first + i}, .got = results[i], .ulps = j.ulps}, j.outcome,
              binade_of(c.bulk.format, first + i), c.bulk.format.is_negative(first + i));
  }
  return tally;
}

BulkTally bulk_tally(const Case& c, const Values& values, Bits first, const std::vector<Bits>& results) {
  const std::size_t element = static_cast<std::size_t>(c.bulk.format.width) / 8;
  std::vector<std::byte> bytes(results.size() * element);
  for (std::size_t i = 0; i < results.size(); ++i) std::memcpy(bytes.data() + i * element, &results[i], element);
  const SlowJudge slow = [&](std::uint64_t, const BulkArguments& a, Bits got) { return judged(c, a[0], got); };
  return judge_in_bulk(values, c.bulk, {.first = {first}, .results = bytes}, slow);
}

// Returns zero, the subnormals, numbers near one, integers, thresholds of overflow and underflow of exponentials, large
// numbers, infinity and NaN.
std::vector<Bits> places(const Format& f) {
  std::vector<Bits> all;
  const Bits binade = Bits{1} << f.fraction_bits();
  for (const Bits sign : {Bits{0}, f.sign_bit()}) {
    for (const Bits b :
         {Bits{0}, binade - kCount / 2, f.one() / 2, f.one() - 9 * binade + 123, f.one() - kCount / 2, f.one() + binade / 3,
          f.one() + 3 * binade - kCount / 2, f.one() + 6 * binade + binade / 3, f.infinity() - kCount / 2}) {
      all.push_back(sign | b);
    }
  }
  return all;
}

TEST(BulkJudgingTest, ByCertifiedModelsMakesTheSlowJudgesTallies) {
  std::size_t rows = 0;
  std::uint64_t inputs = 0;
  std::uint64_t asked_slowly = 0;
  for (const Row& row : table()) {
    const certified::Function* function = row.truth == nullptr ? nullptr : certified::function_of(row.truth);
    if (function == nullptr || row.signature != Signature::unary) continue;
    for (const Type type : {Type::f16, Type::f32}) {
      if (!row.formats.contains(type)) continue;
      Case c{.promise = promise(row, type, Edition::clc31, Profile::full, Mode::standard), .type = type};
      c.arithmetic.flushes = rows % 2 == 1;
      const std::optional<BulkPromise> bulk = bulk_promise(c.promise, c.arithmetic, {&type, 1});
      if (!bulk) continue;
      ++rows;
      c.bulk = *bulk;
      const certified::Model model(*function, c.bulk.format);
      for (const Bits first : places(c.bulk.format)) {
        const std::vector<Bits> results = answers(c.bulk.format, model, first);
        const BulkTally fast = bulk_tally(c, model, first, results);
        EXPECT_EQ(fast.tally, slow_tally(c, first, results)) << row.name << std::hex << ' ' << first;
        inputs += kCount;
        asked_slowly += fast.asked_slowly;
      }
    }
  }
  EXPECT_GE(rows, 60U);
  EXPECT_LT(asked_slowly, inputs / 4);  // short ranges, of which a tally keeps a large part
}

}  // namespace
}  // namespace classay
