#include "tools/inject/corpus.h"

#include <algorithm>
#include <map>

#include "harness/text/usage_error.h"
#include "tools/inject/planting.h"
#include "tools/inject/source.h"

namespace classay::planted {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kEntry = R"([sqrt-off]
builtin: sqrt f32 f64
class: one input
wrong: an ulp too many
clause: table 36
tier: full
share: 2^-32
width: 4
mode: ftz
options: --spec clc-3.1
lane:
  if (x == 1)
    r = 2;
)";

std::string refusal(const std::string& text) {
  try {
    parse_corpus(text, "some.txt");
  } catch (const CorpusError& e) {
    return e.what();
  }
  return "nothing";
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

TEST(CorpusTest, AnEntryIsRead) {
  const std::vector<Plant> plants = parse_corpus(std::string("# a remark\n\n") + kEntry, "some.txt");
  ASSERT_EQ(plants.size(), 1U);
  const Plant& p = plants[0];
  EXPECT_EQ(p.name, "sqrt-off");
  EXPECT_EQ(p.row, find("sqrt"));
  EXPECT_THAT(p.formats, ElementsAre(Type::f32, Type::f64));
  EXPECT_EQ(p.kind, "one input");
  EXPECT_EQ(p.tier, Tier::full);
  EXPECT_EQ(p.verdict, CaseVerdict::fail);
  EXPECT_EQ(p.share, "2^-32");
  EXPECT_THAT(p.cases, ElementsAre("clc/math/sqrt/f32/ftz/v4", "clc/math/sqrt/f64/ftz/v4"));
  EXPECT_THAT(p.options, ElementsAre("--spec", "clc-3.1"));
  EXPECT_EQ(p.lane, "if (x == 1)\n  r = 2;");
}

TEST(CorpusTest, WhatIsChangedBesideTheTableIsRead) {
  const std::vector<Plant> plants = parse_corpus(
      "[m]\nclass: ties\nwrong: w\nclause: c\ntier: smoke\ncase: il/*\nmodule: 12 word 4: 19 -> 83\nmodule: 71 word 3: 0 -> "
      "1\n"
      "replace: a + b => b\n[l]\nclass: rare\nwrong: w\nclause: c\ntier: smoke\ncase: clc/*\nlaunch: every 40\n",
      "some.txt");
  ASSERT_EQ(plants.size(), 2U);
  EXPECT_THAT(plants[0].modules, ElementsAre(ModuleChange{12, 4, 19, 83}, ModuleChange{71, 3, 0, 1}));
  EXPECT_THAT(plants[0].replacements, ElementsAre(Replacement{"a + b", "b"}));
  EXPECT_EQ(plants[1].launch, (LaunchChange{.every = 40}));
  const std::string head = "[l]\nclass: rare\nwrong: w\nclause: c\ntier: smoke\ncase: clc/*\nlaunch: ";
  const auto launch = [&](const std::string& said) { return parse_corpus(head + said + "\n", "some.txt").at(0).launch; };
  EXPECT_EQ(launch("group 13"), (LaunchChange{.loss = LaunchLoss::group, .unit = 13}));
  EXPECT_EQ(launch("groups-above 256"), (LaunchChange{.loss = LaunchLoss::large_group, .unit = 256}));
}

TEST(CorpusTest, WhatIsNoEntryIsRefusedWithItsLine) {
  const std::string entry = kEntry;
  EXPECT_THAT(refusal(replaced(entry, "builtin: sqrt f32 f64", "builtin: sqr f32")),
              HasSubstr("some.txt, line 2: no builtin 'sqr'; did you mean 'sqrt'?"));
  EXPECT_THAT(refusal(replaced(entry, "f32 f64", "i32")), HasSubstr("line 2: sqrt has no i32"));
  EXPECT_THAT(refusal(replaced(entry, "sqrt f32 f64", "sqrt")), HasSubstr("line 2: 'builtin' takes a name and formats"));
  EXPECT_THAT(refusal(replaced(entry, "one input", "one inptu")),
              HasSubstr("line 3: unknown class 'one inptu'; did you mean 'one input'?"));
  EXPECT_THAT(refusal(replaced(entry, "wrong: an ulp too many\n", "")), HasSubstr("line 1: sqrt-off has no 'wrong'"));
  EXPECT_THAT(refusal(replaced(entry, "tier: full", "tier: fast")), HasSubstr("line 6: no tier 'fast'"));
  EXPECT_THAT(refusal(replaced(entry, "tier: full\n", "")), HasSubstr("has no 'tier'"));
  EXPECT_THAT(refusal(replaced(entry, "tier: full", "verdict: pass\ntier: full")), HasSubstr("has no tier"));
  EXPECT_THAT(refusal(replaced(entry, "share", "shade")), HasSubstr("line 7: unknown key 'shade'; did you mean 'share'?"));
  EXPECT_THAT(refusal(replaced(entry, "share: 2^-32", "tier: smoke")), HasSubstr("line 7: 'tier' stands twice"));
  EXPECT_THAT(refusal(replaced(entry, "width: 4", "width: 5")), HasSubstr("there is no case clc/math/sqrt/f32/ftz/v5"));
  EXPECT_THAT(refusal(replaced(entry, "lane:\n", "")), HasSubstr("line"));
  EXPECT_THAT(refusal(entry + entry), HasSubstr("there is a sqrt-off already"));
  EXPECT_THAT(refusal("wrong: w\n"), HasSubstr("line 1: a value before the first [name]"));
  EXPECT_THAT(refusal("[Name]\n"), HasSubstr("line 1: '[Name]' is not the name of a defect"));
  EXPECT_THAT(refusal("[a]\nthis\n"), HasSubstr("line 2: 'this' is neither"));
  EXPECT_THAT(refusal("  x\n"), HasSubstr("line 1: nothing stands before it"));
}

TEST(CorpusTest, WhatDoesNotGoTogetherIsRefused) {
  const std::string head = "class: ties\nwrong: w\nclause: c\ntier: smoke\n";
  EXPECT_THAT(refusal("[a]\n" + head + "builtin: sin f32\n"), HasSubstr("a plants nothing"));
  EXPECT_THAT(refusal("[a]\n" + head + "case: clc/*\nlane: r = 1;\n"), HasSubstr("a has a snippet and no builtin"));
  EXPECT_THAT(refusal("[a]\n" + head + "launch: odd\n"), HasSubstr("a has neither a builtin nor a case"));
  EXPECT_THAT(refusal("[a]\n" + head + "builtin: dot f32\nlane: r = 1;\n"), HasSubstr("it takes 'vector'"));
  EXPECT_THAT(refusal("[a]\n" + head + "builtin: sin f32\nlane: r = 1;\nvector: r[0] = 1;\n"),
              HasSubstr("do not go together"));
  EXPECT_THAT(refusal("[a]\n" + head + "builtin: bitfield_insert i32\nlane: r = 1;\n"), HasSubstr("no snippet goes into"));
  EXPECT_THAT(refusal("[a]\n" + head + "case: *\nmodule: 12 word 4\n"), HasSubstr("line 7: 'module' takes"));
  EXPECT_THAT(refusal("[a]\n" + head + "case: *\nlaunch: every 0\n"), HasSubstr("line 7: 'launch' takes"));
  EXPECT_THAT(refusal("[a]\n" + head + "case: *\nreplace: x\n"), HasSubstr("line 7: 'replace' takes FIND => WITH"));
}

TEST(CorpusTest, TheCorpusHasEveryClassAndAsMuchAsIsPromised) {
  const std::vector<Plant> plants = corpus();
  std::map<std::string, int> classes;
  for (const Plant& p : plants) ++classes[p.kind];
  for (const std::string_view kind : kDefectClasses) EXPECT_GT(classes[std::string(kind)], 0) << kind;
  for (const std::string_view kind : kOddityClasses) EXPECT_GT(classes[std::string(kind)], 0) << kind;
  const auto oddities = std::ranges::count_if(plants, &Plant::is_oddity);
  EXPECT_GE(oddities, 50);
  EXPECT_GE(static_cast<std::ptrdiff_t>(plants.size()) - oddities, 200);
}

TEST(CorpusTest, EveryPlantHasSomethingForTheLayer) {
  for (const Plant& p : corpus()) {
    const LayerFile file = layer_file(p);
    EXPECT_EQ(read_layer_file(written(file)), file) << p.name;
  }
}

TEST(CorpusTest, ANameThatThereIsNotIsAnsweredWithTheNearest) {
  const std::vector<Plant> plants = parse_corpus(kEntry, "some.txt");
  EXPECT_EQ(&plant_named(plants, "sqrt-off"), plants.data());
  try {
    plant_named(plants, "sqrt-of");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("--inject: no defect 'sqrt-of'; did you mean 'sqrt-off'?"));
  }
}

TEST(LayerFileTest, WhatIsNoFileIsRefused) {
  const std::string text = written({.name = "a", .text = "b", .replacements = {{"x", "y"}}, .launch = LaunchChange{}});
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    EXPECT_THROW(read_layer_file(text.substr(0, size)), std::invalid_argument) << size;
  }
  EXPECT_THROW(read_layer_file(text + "more\n"), std::invalid_argument);
}

}  // namespace
}  // namespace classay::planted
