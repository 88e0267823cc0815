// The limits against the facts that scripts/extract-limits.py reads out of the documents: every cell of every ulp table,
// in both directions, with the clause.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "suites/row.h"
#include "suites/stated_limit.h"
#include "suites/testing.h"

namespace classay {
namespace {

struct Fact {
  std::string builtin;
  Type format;
  Edition edition;
  Profile profile;
  Mode mode;
  std::string table;
  std::string promise;
};

std::vector<Fact> read_facts() {
  std::vector<Fact> facts;
  for (Edition e : kEditions) {
    for (const auto& f : testing_support::read_tsv("limits-" + std::string(name(e)) + ".tsv")) {
      facts.push_back({.builtin = f.at(0),
                       .format = type_named(f.at(1)).value(),
                       .edition = e,
                       .profile = profile_named(f.at(2)).value(),
                       .mode = mode_named(f.at(3)).value(),
                       .table = f.at(4),
                       .promise = f.at(5)});
    }
  }
  return facts;
}

const std::vector<Fact>& facts() {
  static const std::vector<Fact> all = read_facts();
  return all;
}

// The document's own words of a derived form, without our second reading.
Limit own_words(const Limit& limit) {
  const auto* derived = std::get_if<Derived>(&limit);
  if (derived == nullptr) return limit;
  Derived own = *derived;
  own.forms = own.forms.substr(0, own.forms.find(" or "));
  return own;
}

void cut(std::string& s, std::string_view ending) {
  if (s.ends_with(ending)) s.resize(s.size() - ending.size());
}

// Returns the limit as the ulp tables state it, without the parts that only the description of the function adds.
std::string as_in_table(const Row& row, const Limit& limit) {
  std::string s = text(own_words(limit));
  cut(s, " while the squares are in range");
  cut(s, " in magnitude");  // docs/ambiguities.md, relaxed-division-domain
  if (row.group == Group::half) cut(s, " on [-2^16, 2^16]");
  return s;
}

bool leaves_open(const std::string& promise) {
  return promise == "undefined" || promise == "any value allowed (infinite ulp)" || promise == "implementation-defined";
}

bool agrees(const Row& row, const Limit& limit, const Fact& fact) {
  if (leaves_open(fact.promise)) return std::holds_alternative<ImplementationDefined>(limit);
  if (fact.promise == "as sin and cos") {
    const auto of = [&](const char* f) {
      return promised(*find(f), fact.format, fact.edition, fact.profile, fact.mode).limit;
    };
    return limit == of("sin") && limit == of("cos");
  }
  if (fact.promise == "0 ulp, 7 bits of the quotient") {
    return std::holds_alternative<Exact>(limit) && row.quotient_bits == 7;
  }
  // What stands beside the description's code (docs/ambiguities.md, defined-by-code).
  if (const auto* derived = std::get_if<Derived>(&limit); derived != nullptr && fact.mode == Mode::standard) {
    return text(Absolute{derived->otherwise_absolute}) == fact.promise;
  }
  return as_in_table(row, limit) == fact.promise;
}

std::string describe(const Fact& f) {
  return f.builtin + " " + std::string(info(f.format).name) + " " + std::string(name(f.edition)) + " " +
         std::string(name(f.profile)) + " " + std::string(name(f.mode)) + ": " + f.promise;
}

TEST(LimitsTest, FactsCoverAllTables) {
  std::map<std::pair<Edition, std::string>, int> tables;
  for (const Fact& f : facts()) ++tables[{f.edition, f.table}];
  // 4 tables in OpenCL C 2.0, 3 in either environment, 5 in OpenCL C 3.1.
  EXPECT_EQ(tables.size(), 15u);
  for (const auto& [table, count] : tables) EXPECT_GE(count, 64) << table.second;
}

TEST(LimitsTest, EveryCellOfEveryTableIsPromised) {
  for (const Fact& fact : facts()) {
    const Row* row = find(fact.builtin);
    ASSERT_NE(row, nullptr) << fact.builtin;
    const Cell cell = promised(*row, fact.format, fact.edition, fact.profile, fact.mode);
    EXPECT_TRUE(agrees(*row, cell.limit, fact)) << describe(fact) << "\n  promised: " << text(cell.limit);
    EXPECT_EQ(cell.clause, std::string(title(fact.edition)) + ", " + fact.table) << describe(fact);
  }
}

TEST(LimitsTest, UnsafeMathHasTheLimitsOfRelaxedMath) {
  for (const Fact& fact : facts()) {
    if (fact.mode != Mode::relaxed) continue;
    const Row& row = *find(fact.builtin);
    EXPECT_TRUE(agrees(row, promised(row, fact.format, fact.edition, fact.profile, Mode::unsafe).limit, fact));
  }
}

using Place = std::tuple<std::string_view, Type, Edition, Profile, Mode>;

// Cells whose promise stands in words, not in a table. (1.0 / x is OpFDiv in the environments.)
bool is_in_words(const Row& row, Type format, Edition e) {
  static const std::set<std::string_view> kDescribed{"fclamp", "fmax_common", "fmin_common", "mix",
                                                     "sign",   "smoothstep",  "step"};
  if (row.stated == Stated::in_text || row.name == "lgamma" || row.name == "lgamma_r") return true;
  if (e == Edition::clc20) return kDescribed.contains(row.name) || row.name == "fast_normalize";
  if (e == Edition::spirv22 && kDescribed.contains(row.name)) return true;
  return row.name == "recip" && format != Type::i32 && (e == Edition::spirv22 || e == Edition::spirv31);
}

// x += y has the limits of x + y ("Assignment Operator").
std::string_view name_in_tables(const Row& row) {
  if (row.section != "Assignment Operator") return row.name;
  return find(row.clc.substr(0, row.clc.size() - 1), row.formats[0])->name;
}

std::set<Place> places_of_facts() {
  std::set<Place> places;
  for (const Fact& f : facts()) places.insert({f.builtin, f.format, f.edition, f.profile, f.mode});
  return places;
}

// Each edition with each profile.
std::vector<std::pair<Edition, Profile>> documents() {
  std::vector<std::pair<Edition, Profile>> all;
  for (const Edition e : kEditions) {
    for (const Profile p : kProfiles) all.emplace_back(e, p);
  }
  return all;
}

TEST(LimitsTest, NothingIsPromisedThatNoTableStates) {
  const std::set<Place> places = places_of_facts();
  for (const Row& row : table()) {
    for (Type format : kLanguageFloats) {
      for (const auto& [e, p] : documents()) {
        const Limit limit = promised(row, format, e, p, Mode::standard).limit;
        if (std::holds_alternative<Unstated>(limit) || is_in_words(row, format, e)) continue;
        EXPECT_TRUE(places.contains({name_in_tables(row), format, e, p, Mode::standard}))
            << row.name << " " << info(format).name << " " << name(e) << " " << name(p) << ": " << text(limit);
      }
    }
  }
}

// Expressions that may be a mad under relaxed math are ContractionTest's.
TEST(LimitsTest, RelaxedMathChangesOnlyWhatItsTableNames) {
  const std::set<Place> places = places_of_facts();
  for (const Row& row : table()) {
    if (row.contraction != Contraction::none) continue;
    for (Type format : row.formats) {
      for (const auto& [e, p] : documents()) {
        const Cell relaxed = promised(row, format, e, p, Mode::relaxed);
        const Cell standard = promised(row, format, e, p, Mode::standard);
        const bool named = places.contains({name_in_tables(row), format, e, p, Mode::relaxed});
        EXPECT_TRUE(named || relaxed.clause == standard.clause) << row.name;
        EXPECT_TRUE(named || relaxed.limit == standard.limit) << row.name;
      }
    }
  }
}

TEST(LimitsTest, CorrectlyRoundedDivisionAndRootAreAskedForOfFloatOnly) {
  for (const char* f : {"div", "recip", "sqrt"}) {
    const Limit f32 = promised(*find(f), Type::f32, Edition::clc20, Profile::full, Mode::correct_div_sqrt).limit;
    EXPECT_TRUE(std::holds_alternative<CorrectlyRounded>(f32));
    const Limit f16 = promised(*find(f), Type::f16, Edition::spirv31, Profile::full, Mode::correct_div_sqrt).limit;
    EXPECT_FALSE(std::holds_alternative<CorrectlyRounded>(f16));
  }
  const Limit rsqrt = promised(*find("rsqrt"), Type::f32, Edition::clc20, Profile::full, Mode::correct_div_sqrt).limit;
  EXPECT_TRUE(rsqrt == Limit(Ulp{2}));
}

TEST(LimitsTest, IntegersAndConversionsAreExactEverywhere) {
  for (const Row& row : table()) {
    if (row.truth == nullptr) continue;
    for (Type format : row.formats) {
      if (is_float(format) && row.group != Group::conversion) continue;
      for (Edition e : kEditions) {
        EXPECT_TRUE(std::holds_alternative<Exact>(promised(row, format, e, Profile::embedded, Mode::relaxed).limit))
            << row.name;
      }
    }
  }
}

TEST(LimitsTest, AnOverloadThatDoesNotExistPromisesNothing) {
  const Limit limit = promised(*find("half_sin"), Type::f64, Edition::clc31, Profile::full, Mode::standard).limit;
  EXPECT_TRUE(std::holds_alternative<Unstated>(limit));
}

// The guard itself: a slip in any limit of any row that the facts name must show.
TEST(LimitsTest, AChangedLimitIsNoticed) {
  for (const Fact& fact : facts()) {
    Row row = *find(fact.builtin);
    const Limits wrong{.full = Ulp{17.5}};
    row.f64 = row.f32 = row.f16 = row.relaxed = wrong;
    row.exceptions = {};
    row.stated = Stated::in_tables;
    const Limit limit = promised(row, fact.format, fact.edition, fact.profile, fact.mode).limit;
    if (std::holds_alternative<Unstated>(limit)) continue;
    EXPECT_FALSE(agrees(row, limit, fact)) << describe(fact);
  }
}

TEST(LimitsTest, AChangedFormIsNoticed) {
  const auto fact =
      std::ranges::find_if(facts(), [](const Fact& f) { return f.builtin == "tanh" && f.mode == Mode::relaxed; });
  ASSERT_NE(fact, facts().end());
  Row row = *find("tanh");
  EXPECT_TRUE(agrees(row, promised(row, Type::f32, fact->edition, fact->profile, Mode::relaxed).limit, *fact));
  row.exceptions = {};
  row.relaxed = {
      Derived{.forms = "|x| <= 0x1p-10: x; |x| > 0x1p-10: (exp(x) - exp(-x)) / (exp(x) - exp(-x))", .otherwise_ulp = 8192}};
  EXPECT_FALSE(agrees(row, promised(row, Type::f32, fact->edition, fact->profile, Mode::relaxed).limit, *fact));
}

TEST(LimitsTest, LosingTheBitsOfTheQuotientIsNoticed) {
  const auto fact = std::ranges::find(facts(), "0 ulp, 7 bits of the quotient", &Fact::promise);
  ASSERT_NE(fact, facts().end());
  Row row = *find("remquo");
  EXPECT_TRUE(agrees(row, Exact{}, *fact));
  row.quotient_bits = 0;
  EXPECT_FALSE(agrees(row, Exact{}, *fact));
}

}  // namespace
}  // namespace classay
