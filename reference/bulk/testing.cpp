#include "reference/bulk/testing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "reference/bulk/loops.h"
#include "reference/cpu/versions.h"
#include "reference/judge/judge.h"
#include "reference/judge/ulp.h"

namespace classay::bulk_test {
namespace {

// Errors near zero, at the edges of bins and of steps of resolution, ties of errors, and errors at the limit of 3 ulp.
const std::vector<double> kPlanted = [] {
  std::vector<double> all{0};
  constexpr double kHalf = kErrorStep / 2;
  for (const double at : {kHalf, 0.25, 0.25 - kHalf, 0.5, 1.75, 3.0, 3.0 - kHalf, 7.75, 8.0 - kHalf, 8.0, 20.0}) {
    for (const double by : {0.0, kErrorStep, 0x1p-24, 0x1p-27, 0x1p-28, 0x1p-33, 0x1p-45}) {
      for (const double e : {at + by, at - by}) {
        all.push_back(e);
        all.push_back(-e);
      }
    }
  }
  for (int i = 1; i < 200; ++i) all.push_back(std::sin(i) * 0.6);
  return all;
}();

// Exact for even patterns, and an enclosure for odd ones.
std::vector<Truth> with_error(const Call& call, Precision p, double ulps) {
  const Value x = call.args[0];
  const Format& f = format(x.type);
  if (is_nan(x)) return {Truth::not_a_number()};
  if (is_infinite(x)) return {Truth::infinity(is_negative(x))};
  if (is_zero(x)) return {Truth::zero(is_negative(x))};
  const Real at = exact(x);
  Real error = exact_double(ulps);
  mpfr_mul_2si(error, error, ulp_exponent(f, at), MPFR_RNDN);
  Real value = exact_difference(at, error);
  if (value.sign() != at.sign()) value = at;  // happens for the smallest subnormals
  if (x.bits % 2 == 0) return {Truth::of(value)};
  Real low(std::max<Precision>(p, value.precision()));
  mpfr_set(low, value, MPFR_RNDN);
  Real high = low;
  mpfr_nextabove(high);
  return {Truth::of_real({std::move(low), std::move(high)})};
}

}  // namespace

std::vector<Truth> planted(const Call& call, Precision p) {
  return with_error(call, p, kPlanted[(call.args[0].bits * 7919) % kPlanted.size()]);
}

std::vector<Truth> planted_few(const Call& call, Precision p) {
  const Bits b = call.args[0].bits;
  const double from_table = kPlanted[(b * 7919) % kPlanted.size()];
  const double e = b % 61 == 0 && std::fabs(from_table) < 2.9 ? from_table : std::sin(static_cast<double>(b)) * 2.2;
  return with_error(call, p, e);
}

std::vector<Truth> planted_ties(const Call& call, Precision p) {
  const Bits b = call.args[0].bits;
  const auto step = static_cast<double>(b / 7 % 64);
  const double beside = static_cast<double>(b % 5) - 2;
  const double e = 1.5 + (step + 0.5) * kErrorStep + beside * 0x1p-28;
  return with_error(call, p, b / 3 % 2 == 0 ? e : -e);
}

Subject subject(std::string_view builtin, Evaluate truth, Type type, Limit limit,
                const std::vector<std::string_view>& rules) {
  static std::map<Type, std::vector<Type>> types;
  static std::vector<std::unique_ptr<std::vector<Rule>>> kept;
  types[type] = {type};
  kept.push_back(std::make_unique<std::vector<Rule>>());
  for (const std::string_view rule : rules) kept.back()->emplace_back(rule, "a test");
  return {.promise = {.builtin = builtin, .truth = truth, .results = types[type], .limit = limit, .rules = *kept.back()},
          .type = type};
}

Judged Subject::judged(Bits input, Bits got) const {
  const Value x{type, input};
  const Call call{.type = type, .args = std::span(&x, 1)};
  const RealScope scope;
  return classay::judged(judge(promise, call, std::span(&got, 1), arithmetic));
}

Truth Subject::truth(Bits input, Precision p) const {
  const Value x{type, input};
  const Call call{.type = type, .args = std::span(&x, 1)};
  for (const Rule& rule : promise.rules) {
    if (auto prescribed = rule.prescribed(call); !prescribed.empty()) return std::move(prescribed.front().front());
  }
  return std::move(promise.truth(call, p).front());
}

Bits Subject::nearest(Bits input) const {
  const RealScope scope;
  for (Precision p = kFirstPrecision; p <= kLastPrecision; p *= 2) {
    if (const std::optional<Bits> b = rounded(f(), truth(input, p), Rounding::rne)) return *b;
  }
  throw Undecided();
}

std::optional<double> SimulatedValues::value(Bits input) const {
  const RealScope scope;
  const Value x{subject_.type, input};
  const Call call{.type = subject_.type, .args = std::span(&x, 1)};
  bool is_prescribed = false;
  for (const Rule& rule : subject_.promise.rules) is_prescribed = is_prescribed || rule.covers(call);
  const Truth t = subject_.truth(input);
  if (t.kind == Truth::Kind::nan) return std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  if (t.kind == Truth::Kind::infinite) return t.negative ? -infinity : infinity;
  if (t.is_zero()) return t.negative ? -0.0 : 0.0;
  if (is_prescribed) return std::nullopt;
  const bool negative = t.value->high.sign() <= 0;
  double v = mpfr_get_d(negative ? t.value->high : t.value->low, MPFR_RNDN);
  if (std::fabs(v) > 0x1p129) return negative ? -infinity : infinity;
  if (v == 0) v = negative ? -0x1p-300 : 0x1p-300;
  const double share = std::sin(static_cast<double>(input % 1000));
  return v + v * epsilon_ * off_ * share;
}

Known SimulatedValues::at(Bits first, std::span<double> values) const {
  const std::size_t most = std::min(values.size(), 1 + first % longest);
  for (std::size_t i = 0; i < most; ++i) {
    const auto [place, is_new] = cache_.try_emplace(first + i);
    if (is_new) place->second = value(first + i);
    if (!place->second)
      return i > 0 ? Known{i, told >= 0 ? told : epsilon_} : Known{1, std::numeric_limits<double>::infinity()};
    values[i] = *place->second;
  }
  const auto is_as_first = [&](double v) { return std::bit_cast<Bits>(v) == std::bit_cast<Bits>(values[0]); };
  return {
      .count = most, .epsilon = told >= 0 ? told : epsilon_, .is_one = std::ranges::all_of(values.first(most), is_as_first)};
}

Known OneValue::at(Bits, std::span<double> values) const {
  std::ranges::fill(values, value_);
  return {.count = values.size(), .epsilon = epsilon_, .is_one = true, .same_gap = same_gap_};
}

Bits Asked::got(const Format& f, std::uint64_t i) const {
  Bits bits = 0;
  const std::size_t element = static_cast<std::size_t>(f.width) / 8;
  std::memcpy(&bits, results.data() + i * element, element);
  return bits;
}

Asked Asked::part(const Format& f, std::uint64_t begin, std::uint64_t n) const {
  const auto element = static_cast<std::ptrdiff_t>(f.width / 8);
  const auto from = results.begin() + static_cast<std::ptrdiff_t>(begin) * element;
  return {first_index + begin, first + begin, {from, from + static_cast<std::ptrdiff_t>(n) * element}};
}

Asked ask(const Subject& subject, Bits first, std::uint64_t count, const Device& device, std::uint64_t first_index) {
  const std::size_t element = static_cast<std::size_t>(subject.f().width) / 8;
  Asked asked{first_index, first, std::vector<std::byte>(count * element)};
  for (std::uint64_t i = 0; i < count; ++i) {
    const Bits got = device(first + i, subject.nearest(first + i));
    std::memcpy(asked.results.data() + i * element, &got, element);
  }
  return asked;
}

Tally slow_tally(const Subject& subject, const Asked& asked) {
  Tally tally;
  const Format& f = subject.f();
  for (std::uint64_t i = 0; i < asked.count(f); ++i) {
    const Bits input = asked.first + i;
    const Bits got = asked.got(f, i);
    const Judged j = subject.judged(input, got);
    tally.add({.index = asked.first_index + i, .inputs = {input}, .got = got, .ulps = j.ulps}, j.outcome,
              binade_of(f, input), f.is_negative(input));
  }
  return tally;
}

BulkTally bulk_tally(const Subject& subject, const Values& values, const Asked& asked, const Tally* known,
                     const bulk::Loops* loops) {
  const std::optional<BulkPromise> promise = bulk_promise(subject.promise, subject.arithmetic, {&subject.type, 1});
  if (!promise) throw std::invalid_argument("not a promise that is judged in bulk");
  const SlowJudge slow = [&](std::uint64_t, const BulkArguments& a, Bits got) { return subject.judged(a[0], got); };
  return judge_in_bulk(values, *promise, asked.inputs(), slow, known, loops);
}

Bits as_input(Bits input, Bits) { return input; }
Bits as_nearest(Bits, Bits nearest) { return nearest; }

Device erring(const Format& f, std::uint64_t often) {
  return [&f, often](Bits input, Bits right) {
    std::mt19937_64 random(input * 77 + 5);
    const auto kind = random() % (16 * often);
    const Bits magnitude = f.magnitude(right);
    switch (kind) {
      case 0: return f.quiet_nan() | (random() & f.fraction_mask());
      case 1: return f.infinity(random() % 2 == 0);
      case 2: return f.zero(false);
      case 3: return f.zero(true);
      case 4: return f.negate(right);
      case 5: return random() & f.mask();
      case 6: return f.zero(f.is_negative(right)) | std::min<Bits>(magnitude + random() % 12, f.infinity());
      case 7: return f.zero(f.is_negative(right)) | (magnitude - std::min<Bits>(magnitude, random() % 12));
      case 8: return f.zero(f.is_negative(right)) | std::min<Bits>(magnitude + random() % 3000, f.infinity());
      default: break;
    }
    if (f.is_nan(right) || magnitude == 0 || kind % 3 != 0) return right;
    return random() % 2 == 0 ? right - 1 : std::min<Bits>(right + 1, f.infinity(f.is_negative(right)));
  };
}

void expect_same(const Tally& bulk, const Tally& slow, const std::string& what) {
  EXPECT_EQ(bulk.judged(), slow.judged()) << what;
  EXPECT_EQ(bulk.failed(), slow.failed()) << what;
  EXPECT_EQ(bulk.undefined(), slow.undefined()) << what;
  EXPECT_EQ(bulk.histogram(), slow.histogram()) << what;
  EXPECT_EQ(bulk.worst(), slow.worst()) << what;
  EXPECT_EQ(bulk.first_failures(), slow.first_failures()) << what;
  EXPECT_EQ(bulk.per_binade(), slow.per_binade()) << what;
}

void expect_exact(const Subject& s, const Values& values, const Asked& asked, const std::string& what) {
  const Tally slow = slow_tally(s, asked);
  for (const bulk::Loops* loops : runnable<bulk::Loops>()) {
    expect_same(bulk_tally(s, values, asked, nullptr, loops).tally, slow, what + " on " + std::string(name_of(loops->set)));
  }
}

}  // namespace classay::bulk_test
