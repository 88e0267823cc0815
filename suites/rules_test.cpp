// The table of prescribed values: complete against the clauses, and consistent with itself.
#include "suites/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cmake/source_dir.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"
#include "suites/test_calls.h"

namespace classay {
namespace {

// All names of builtins: those with a truth, and those that share one.
const std::set<std::string_view> kBuiltins{
#define CLASSAY_ORACLE(name) #name,
#define CLASSAY_EXACT(name) #name,
#include "reference/exact/exact.def"
#include "reference/oracle/oracle.def"
#undef CLASSAY_EXACT
#undef CLASSAY_ORACLE
    "fast_normalize",
    "convert_sat",
};

std::vector<PrescribedValue> everything() {
  std::vector<PrescribedValue> all;
  for (const auto& chapter : {c99_rules(), opencl_rules(), definition_rules()}) {
    all.insert(all.end(), chapter.begin(), chapter.end());
  }
  return all;
}

std::set<std::string> builtins_of(std::span<const PrescribedValue> rules) {
  std::set<std::string> names;
  for (const PrescribedValue& p : rules) names.emplace(Rule(p.sentence, "").builtin());
  return names;
}

std::vector<std::string> sentences(std::string_view builtin, Edition edition) {
  std::vector<std::string> all;
  for (const Rule& r : rules(builtin, edition)) all.emplace_back(r.sentence());
  return all;
}

std::string words(std::span<const Truth> truths, const Format& f) {
  std::string all;
  for (const Truth& t : truths) {
    const std::string sign = t.negative ? "-" : "+";
    switch (t.kind) {
      case Truth::Kind::nan: all += "nan"; break;
      case Truth::Kind::any: all += "any"; break;
      case Truth::Kind::infinite: all += sign + "inf"; break;
      case Truth::Kind::integer: all += "i:" + std::to_string(t.integer); break;
      case Truth::Kind::real: all += t.is_zero() ? sign + "0" : hex_float(f, *rounded(f, t, Rounding::rne)); break;
    }
    all += ' ';
  }
  return all;
}

std::string arguments(const Call& call) {
  std::string all;
  for (const Value& v : call.args) {
    all += is_float(v.type) ? hex_float(format(v.type), v.bits) : std::to_string(as_signed(v));
    all += ' ';
  }
  return all;
}

TEST(RulesTest, EverySentenceParses) {
  for (const PrescribedValue& p : everything()) EXPECT_NO_THROW(Rule(p.sentence, p.clause)) << p.sentence;
}

TEST(RulesTest, NoSentenceStandsTwice) {
  std::set<std::string_view> seen;
  for (const PrescribedValue& p : everything()) EXPECT_TRUE(seen.insert(p.sentence).second) << p.sentence;
}

TEST(RulesTest, EverySentenceNamesABuiltin) {
  for (const PrescribedValue& p : everything())
    EXPECT_TRUE(kBuiltins.contains(Rule(p.sentence, "").builtin())) << p.sentence;
}

TEST(RulesTest, TheRulesOfABuiltinStandSideBySide) {
  EXPECT_THAT(sentences("atanpi", Edition::clc20), testing::ElementsAre("atanpi(±0) = ±0", "atanpi(±inf) = ±0.5"));
  EXPECT_THAT(sentences("no_such_builtin", Edition::clc20), testing::IsEmpty());
  for (const Edition e : kEditions) {
    std::size_t expected = 0;
    std::size_t served = 0;
    for (const PrescribedValue& p : everything()) expected += p.editions.contains(e) ? 1 : 0;
    for (const std::string_view name : kBuiltins) served += rules(name, e).size();
    EXPECT_EQ(served, expected);
  }
}

TEST(RulesTest, OnlyTheSpirvEnvironmentsPrescribeExp10OfZero) {
  using testing::Contains, testing::Not;
  EXPECT_THAT(sentences("exp10", Edition::clc20), Not(Contains("exp10(±0) = 1")));
  EXPECT_THAT(sentences("exp10", Edition::clc31), Not(Contains("exp10(±0) = 1")));
  EXPECT_THAT(sentences("exp10", Edition::spirv22), Contains("exp10(±0) = 1"));
  EXPECT_THAT(sentences("exp10", Edition::spirv31), Contains("exp10(±0) = 1"));
}

TEST(RulesTest, TheClauseIsThatOfTheEdition) {
  EXPECT_THAT(rules("acospi", Edition::clc20)[0].clause(), testing::StartsWith("OpenCL C 2.0, 2.5.1"));
  EXPECT_THAT(rules("acospi", Edition::spirv31)[0].clause(), testing::StartsWith("SPIR-V environment 3.1"));
  EXPECT_EQ(rules("acos", Edition::spirv31)[0].clause(), "C99 F.9.1.1");
}

TEST(RulesTest, EveryClauseOfTheAnnexWithValuesIsThere) {
  std::map<std::string_view, int> of_clause;
  for (const PrescribedValue& p : c99_rules()) ++of_clause[p.clause];
  // How many rules the clause's own list comes to (multiples of pi left out).
  const std::map<std::string_view, int> expected{
      {"C99 F.9.1.1", 2},  {"C99 F.9.1.2", 2},  {"C99 F.9.1.3", 1},  {"C99 F.9.1.4", 3}, {"C99 F.9.1.5", 2},
      {"C99 F.9.1.6", 2},  {"C99 F.9.1.7", 2},  {"C99 F.9.2.1", 3},  {"C99 F.9.2.2", 2}, {"C99 F.9.2.3", 3},
      {"C99 F.9.2.4", 2},  {"C99 F.9.2.5", 2},  {"C99 F.9.2.6", 2},  {"C99 F.9.3.1", 3}, {"C99 F.9.3.2", 3},
      {"C99 F.9.3.3", 3},  {"C99 F.9.3.4", 1},  {"C99 F.9.3.7", 4},  {"C99 F.9.3.8", 4}, {"C99 F.9.3.9", 4},
      {"C99 F.9.3.10", 4}, {"C99 F.9.3.11", 2}, {"C99 F.9.3.12", 4}, {"C99 F.9.4.1", 2}, {"C99 F.9.4.2", 2},
      {"C99 F.9.4.3", 4},  {"C99 F.9.4.4", 18}, {"C99 F.9.4.5", 3},  {"C99 F.9.5.1", 2}, {"C99 F.9.5.2", 2},
      {"C99 F.9.5.4", 4},  {"C99 F.9.6.1", 2},  {"C99 F.9.6.2", 3},  {"C99 F.9.6.6", 3}, {"C99 F.9.6.8", 3},
      {"C99 F.9.7.1", 4},  {"C99 F.9.7.2", 4},  {"C99 F.9.8.1", 3},  {"C99 F.9.8.2", 1}, {"C99 F.9.9.2", 2},
      {"C99 F.9.9.3", 2},  {"C99 F.9.10.1", 10}};
  for (const auto& [clause, count] : expected) EXPECT_EQ(of_clause[clause], count) << clause;
}

TEST(RulesTest, EveryFunctionOfTheListsIsThere) {
  EXPECT_THAT(builtins_of(opencl_rules()),
              testing::ElementsAre("acospi", "asinpi", "atan2pi", "atanpi", "ceil", "cospi", "exp10", "fdim", "fmod",
                                   "fract", "frexp", "lgamma_r", "nextafter", "normalize", "pow", "pown", "powr", "remquo",
                                   "rint", "rootn", "round", "sinpi", "tanpi", "trunc"));
}

// Does the rule cover the call? Then it gives a NaN.
bool gives_nan(const Rule& r, const Call& call, bool or_number) {
  const auto alternatives = r.prescribed(call);
  for (const auto& truths : alternatives) EXPECT_TRUE(truths[0].kind == Truth::Kind::nan || or_number) << r.sentence();
  return !alternatives.empty();
}

// Annex F.9's general clause: a NaN gives a NaN, but for those that say otherwise.
TEST(RulesTest, EveryFunctionOfC99SaysWhatANanGives) {
  const std::set<std::string> numbers_from_nan{"fmax", "fmin", "hypot", "pow"};
  std::set<std::string> names = builtins_of(c99_rules());
  names.insert({"fdim", "frexp", "remquo"});
  names.erase("nan");       // its argument is a code
  names.erase("copysign");  // of the sign of a NaN: a number
  for (const std::string& name : names) {
    std::size_t open = 0;
    test::for_each_call(name, Type::f32, [&](const Call& call) {
      const bool nan = std::ranges::any_of(call.args, is_nan);
      if (!nan) return;
      bool covered = false;
      for (const Rule& r : rules(name, Edition::clc20)) {
        if (gives_nan(r, call, numbers_from_nan.contains(name))) covered = true;
      }
      if (!covered) ++open;
    });
    EXPECT_EQ(open, 0U) << name;
  }
}

TEST(RulesTest, EveryRuleCoversSomething) {
  std::set<std::string_view> used;
  for (const std::string_view name : kBuiltins) {
    const auto of_builtin = rules(name, Edition::spirv22);
    if (of_builtin.empty()) continue;
    test::for_each_call(name, Type::f16, [&](const Call& call) {
      for (const Rule& r : of_builtin) {
        if (r.covers(call)) used.insert(r.sentence());
      }
    });
    for (const Rule& r : of_builtin) EXPECT_TRUE(used.contains(r.sentence())) << r.sentence();
  }
}

// A pair of rules that cover one call and do not name the same results, in words, or nothing.
std::string quarrel(std::span<const Rule> of_builtin, const Call& call) {
  const Rule* first = nullptr;
  for (const Rule& r : of_builtin) {
    if (!r.covers(call)) continue;
    if (first == nullptr) {
      first = &r;
      continue;
    }
    const auto a = first->prescribed(call);
    const auto b = r.prescribed(call);
    bool same = a.size() == b.size();
    for (std::size_t i = 0; same && i < a.size(); ++i) {
      same = words(a[i], format(call.type)) == words(b[i], format(call.type));
    }
    if (!same) return std::string(first->sentence()) + " against " + std::string(r.sentence()) + " at " + arguments(call);
  }
  return "";
}

std::set<std::string> quarrels_of(std::string_view name, Type type, Edition edition) {
  const auto of_builtin = rules(name, edition);
  std::set<std::string> quarrels;
  if (of_builtin.size() < 2) return quarrels;
  test::for_each_call(name, type, [&](const Call& call) {
    if (quarrels.size() < 5) quarrels.insert(quarrel(of_builtin, call));
  });
  quarrels.erase("");
  return quarrels;
}

TEST(RulesTest, NoTwoRulesDisagree) {
  for (const Type type : kFloatTypes) {
    for (const std::string_view name : kBuiltins) {
      EXPECT_THAT(quarrels_of(name, type, Edition::spirv31), testing::IsEmpty());
      EXPECT_THAT(quarrels_of(name, type, Edition::none), testing::IsEmpty());
    }
  }
}

// A library of C keeps what C prescribes: no OpenCL list speaks for it, and C leaves second results open that OpenCL names.
TEST(RulesTest, OfALibraryTheRulesAreThoseOfC) {
  using testing::Contains, testing::Not;
  EXPECT_THAT(sentences("log", Edition::none), Contains("log(x<0) = nan"));
  EXPECT_THAT(sentences("exp10", Edition::none), Contains("exp10(±0) = 1"));
  EXPECT_THAT(sentences("remquo", Edition::none), Contains("remquo(number x, ±0) = nan, any"));
  EXPECT_THAT(sentences("remquo", Edition::none), Not(Contains("remquo(number x, ±0) = nan, 0")));
  EXPECT_THAT(sentences("lgamma_r", Edition::none), Contains("lgamma_r(integer x<0) = +inf, any"));
  EXPECT_THAT(sentences("lgamma_r", Edition::none), Not(Contains("lgamma_r(integer x<0) = +inf, 0")));
  EXPECT_THAT(sentences("fract", Edition::none), testing::IsEmpty());
  for (const PrescribedValue& p : c_rules()) {
    EXPECT_NO_THROW(Rule(p.sentence, p.clause)) << p.sentence;
    EXPECT_TRUE(kBuiltins.contains(Rule(p.sentence, "").builtin())) << p.sentence;
    EXPECT_THAT(p.clause, testing::MatchesRegex("C99 .*|C23 F.*|IEEE 754-2008 .*")) << p.sentence;
  }
}

TEST(RulesTest, AQuarrelWouldBeSeen) {
  const std::vector<Rule> two{{"f(x<=0) = +0", ""}, {"f(±0) = ±0", ""}};
  const Value plus{Type::f16, 0x0000};
  const Value minus{Type::f16, 0x8000};
  EXPECT_EQ(quarrel(two, {.type = Type::f16, .lanes = 1, .args = {&plus, 1}}), "");
  EXPECT_EQ(quarrel(two, {.type = Type::f16, .lanes = 1, .args = {&minus, 1}}),
            "f(x<=0) = +0 against f(±0) = ±0 at -0x0p+0 ");
}

// Of infinities and zeros, F.9.10.1 lists them all.
TEST(RulesTest, EveryNanOfFmaIsPrescribed) {
  std::size_t nans = 0;
  const std::array numbers{kF16.zero(false),     kF16.zero(true),     kF16.one(),      kF16.negate(kF16.one()),
                           kF16.infinity(false), kF16.infinity(true), kF16.quiet_nan()};
  for (std::size_t i = 0; i < 7 * 7 * 7; ++i) {
    const std::array args{Value{Type::f16, numbers.at(i / 49)}, Value{Type::f16, numbers.at(i / 7 % 7)},
                          Value{Type::f16, numbers.at(i % 7)}};
    const Call call{.type = Type::f16, .args = args};
    if (oracle::fma(call, kFirstPrecision)[0].kind != Truth::Kind::nan) continue;
    ++nans;
    EXPECT_TRUE(std::ranges::any_of(rules("fma", Edition::clc20), [&](const Rule& r) { return r.covers(call); }))
        << arguments(call);
  }
  EXPECT_GT(nans, 100U);
}

TEST(RulesTest, RangesEndWhereTheDocumentsSay) {
  constexpr Bits half = 0x3800;
  const auto covers = [](std::string_view name, Bits x) {
    const Value argument{Type::f16, x};
    const Call call{.type = Type::f16, .args = {&argument, 1}};
    return std::ranges::any_of(rules(name, Edition::clc31), [&](const Rule& r) { return r.covers(call); });
  };
  for (const Bits sign : {Bits{0}, kF16.sign_bit()}) {
    EXPECT_TRUE(covers("rint", sign | half));
    EXPECT_FALSE(covers("rint", sign | (half + 1)));
    EXPECT_TRUE(covers("round", sign | (half - 1)));
    EXPECT_FALSE(covers("round", sign | half));
  }
  EXPECT_TRUE(covers("floor", kF16.one() - 1));
  EXPECT_FALSE(covers("floor", kF16.one()));
  EXPECT_TRUE(covers("ceil", kF16.negate(kF16.one() - 1)));
  EXPECT_FALSE(covers("ceil", kF16.negate(kF16.one())));
}

std::string contents(const std::string& path) {
  std::ifstream file(std::string(testing_support::source_dir()) + "/" + path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(RulesTest, EveryAmbiguityThatAClauseNamesIsDocumented) {
  const std::string text = contents("docs/ambiguities.md");
  constexpr std::string_view marker = "docs/ambiguities.md, ";
  std::size_t named = 0;
  for (const PrescribedValue& p : everything()) {
    const std::size_t at = p.clause.find(marker);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = p.clause.substr(at + marker.size());
    const std::string name(rest.substr(0, rest.find(')')));
    EXPECT_THAT(text, testing::ContainsRegex("\n### A[0-9]+ " + name + "\n")) << p.sentence;
    ++named;
  }
  EXPECT_GT(named, 0U);
}

TEST(RulesTest, ThePageHasEverySentence) {
  const std::string page = rules_markdown();
  for (const PrescribedValue& p : everything()) {
    const std::string_view beginning = p.sentence.substr(0, p.sentence.find('|'));  // the page escapes a '|'
    EXPECT_THAT(page, testing::HasSubstr("| `" + std::string(beginning))) << p.sentence;
  }
}

}  // namespace
}  // namespace classay
