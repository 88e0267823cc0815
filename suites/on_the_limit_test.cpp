// Tests errors on a limit, or as close to it as a function comes: exp of 2^-100, rounded up, has an error of 1 ulp - 2^-77.
// Bulk tallies must equal those of the MPFR fallback. The fallback may judge only a handful of inputs, those that a tally
// keeps. Possible faults: a value on the wrong side of the limit, a limit that is decided by the rule for a different one,
// an ulp of the wrong binade.
#include <cmath>
#include <cstring>

#include "reference/bulk/bulk_judge.h"
#include "reference/certified/narrow/model.h"
#include "reference/judge/judge.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"
#include "suites/row.h"

namespace classay {
namespace {

constexpr std::uint64_t kCount = 40;
constexpr std::uint64_t kMany = 4096;
constexpr std::uint64_t kFewAsked = 100;

struct Asked {
  Promise promise;
  BulkPromise bulk;
  Type type;

  Judged judged(Bits input, Bits got) const {
    const Value x{type, input};
    return classay::judged(judge(promise, {.type = type, .args = {&x, 1}}, {&got, 1}, {}));
  }
};

// A library, described by how it chooses between the two numbers that enclose an exact value.
struct Library {
  Rounding rounding;
  int steps;  // from there, away from zero
};
constexpr std::array kLibraries{Library{Rounding::rtn, 0}, Library{Rounding::rtp, 0}, Library{Rounding::rtz, 1},
                                Library{Rounding::rtz, 2}, Library{Rounding::rne, -1}};

std::vector<std::vector<Bits>> results_of_all(const Asked& asked, Bits first) {
  const Format& f = format(asked.type);
  std::vector<std::vector<Bits>> all(kLibraries.size());
  for (Bits x = first; x < first + kCount; ++x) {
    const Value argument{asked.type, x};
    const std::array types{asked.type};
    const Truth t = evaluate_rounded(asked.promise.truth, {.type = asked.type, .args = {&argument, 1}}, types).front();
    for (std::size_t i = 0; i < kLibraries.size(); ++i) {
      Bits got = rounded(f, t, kLibraries[i].rounding).value_or(f.quiet_nan());
      const Bits magnitude = f.magnitude(got);
      const bool may_step = magnitude > 2 && magnitude < f.infinity() - 2;
      if (may_step) got += static_cast<Bits>(static_cast<std::int64_t>(kLibraries[i].steps));
      all[i].push_back(got);
    }
  }
  return all;
}

Tally slow_tally(const Asked& asked, Bits first, const std::vector<Bits>& results) {
  Tally tally;
  for (std::uint64_t i = 0; i < results.size(); ++i) {
    const Judged j = asked.judged(first + i, results[i]);
    tally.add({.index = i, .inputs = {first + i}, .got = results[i], .ulps = j.ulps}, j.outcome,
              binade_of(asked.bulk.format, first + i), asked.bulk.format.is_negative(first + i));
  }
  return tally;
}

BulkTally bulk_tally(const Asked& asked, const Values& values, Bits first, const std::vector<Bits>& results) {
  const std::size_t element = static_cast<std::size_t>(asked.bulk.format.width) / 8;
  std::vector<std::byte> bytes(results.size() * element);
  for (std::size_t i = 0; i < results.size(); ++i) std::memcpy(bytes.data() + i * element, &results[i], element);
  const SlowJudge slow = [&](std::uint64_t, const BulkArguments& a, Bits got) { return asked.judged(a[0], got); };
  return judge_in_bulk(values, asked.bulk, {.first = {first}, .results = bytes}, slow);
}

// From the subnormal numbers to far beyond one, with both signs: where functions are next to zero, one, two or x itself.
std::vector<Bits> places(const Format& f) {
  std::vector<Bits> all;
  const Bits binade = Bits{1} << f.fraction_bits();
  const auto put = [&](Bits b) {
    all.push_back(b);
    all.push_back(b | f.sign_bit());
  };
  put(1);
  put(binade - kCount / 2);
  if (f == kF32) {
    for (int e = -110; e < -30; e += 16) put(f.one() + static_cast<Bits>(e * static_cast<std::int64_t>(binade)) + 0x12345);
  }
  const int least = f == kF32 ? -30 : -12;
  for (int e = least; e <= 6; e += e < -8 ? 1 : 3)
    put(f.one() + static_cast<Bits>(e * static_cast<std::int64_t>(binade)) - 7);
  for (const double x : {4.5, 5.9, 9.9, 17.9, 30.0, 35.9, 100.0, 104.0}) {
    if (f == kF32) put(std::bit_cast<std::uint32_t>(static_cast<float>(x)));
  }
  return all;
}

class OnTheLimitTest : public testing::TestWithParam<std::string_view> {};

void expect_same_tallies(Asked& asked, const certified::Model& model, Bits first, const std::vector<Bits>& results) {
  for (const double limit : {0.5, 1.0, 1.5, 2.0}) {
    asked.promise.limit = Ulp{limit};
    asked.bulk = *bulk_promise(asked.promise, {}, asked.promise.results);
    const BulkTally fast = bulk_tally(asked, model, first, results);
    ASSERT_EQ(fast.tally, slow_tally(asked, first, results))
        << asked.promise.builtin << ' ' << info(asked.type).name << std::hex << ' ' << first << ", limit " << limit;
  }
}

TEST_P(OnTheLimitTest, ErrorsAreCountedAsTheSlowJudgeDoes) {
  const RealScope scope;
  const certified::Function& function = *certified::function_named(GetParam());
  for (const Type type : {Type::f32, Type::f16}) {
    const certified::Model model(function, format(type));
    const std::array types{type};
    Asked asked{.promise = {.builtin = function.name, .truth = function.truth, .results = types, .limit = Ulp{1}},
                .bulk = {},
                .type = type};
    for (const Bits first : places(format(type))) {
      for (const std::vector<Bits>& results : results_of_all(asked, first)) {
        ASSERT_NO_FATAL_FAILURE(expect_same_tallies(asked, model, first, results));
      }
    }
  }
}

// Values that lie on the right side of a nearby number are rounded away from zero, as a faithful library may do. The MPFR
// fallback judges the inputs that a tally keeps, and few others where f is in two binades.
TEST_P(OnTheLimitTest, FewInputsAreAskedOfTheSlowJudge) {
  const RealScope scope;
  const certified::Function& function = *certified::function_named(GetParam());
  const std::array types{Type::f32};
  Asked asked{.promise = {.builtin = function.name, .truth = function.truth, .results = types, .limit = Ulp{1}},
              .bulk = {},
              .type = Type::f32};
  asked.bulk = *bulk_promise(asked.promise, {}, types);
  const certified::Model model(function, kF32);
  for (const Bits first : places(kF32)) {
    std::vector<Bits> results;
    for (Bits x = first; x < first + kMany; ++x) {
      double value = 0;
      model.at(x, {&value, 1});
      auto up = static_cast<float>(value);
      if (std::fabs(double{up}) < std::fabs(value)) up = std::nextafter(up, static_cast<float>(value) * HUGE_VALF);
      results.push_back(std::bit_cast<std::uint32_t>(up));
    }
    EXPECT_LT(bulk_tally(asked, model, first, results).asked_slowly, kFewAsked) << GetParam() << std::hex << ' ' << first;
  }
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const certified::Function& f : certified::functions()) all.push_back(f.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Functions, OnTheLimitTest, testing::ValuesIn(names()),
                         [](const auto& p) { return std::string(p.param); });

}  // namespace
}  // namespace classay
