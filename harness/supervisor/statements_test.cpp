// Each instruction is tested by a row or has a reason, never both, and each glob of a section selects a case. Possible
// defects: a missing instruction; a section that names cases that do not exist.
#include "harness/supervisor/statements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/journal/probe_kinds.h"
#include "suites/cases.h"
#include "suites/glob.h"

namespace classay {
namespace {

TEST(StatementsTest, AnInstructionIsAskedByARowOrSaysWhyNot) {
  std::set<int> asked;
  for (const Row& row : table()) asked.insert(row.opcodes.begin(), row.opcodes.end());
  std::set<int> named;
  for (const CoreInstruction& i : core_instructions()) {
    EXPECT_TRUE(named.insert(i.opcode).second) << i.name;
    EXPECT_EQ(asked.contains(i.opcode), i.instead.empty()) << i.name;
  }
  for (const int opcode : asked) EXPECT_TRUE(named.contains(opcode)) << opcode;
}

std::vector<std::string> all_names();
bool all_choose(std::string_view cases, const std::vector<std::string>& names);

// Globs also name cases that belong to no row.
TEST(StatementsTest, WhatAsksInsteadOfARowIsThere) {
  const std::vector<std::string> names = all_names();
  for (const CoreInstruction& i : core_instructions()) {
    if (!i.instead.starts_with("il/")) continue;
    EXPECT_TRUE(all_choose(i.instead, names)) << i.name << ": " << i.instead;
  }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) names.push_back(name(*c));
  for (const ProbeCase& c : all_probe_cases()) names.push_back(name(c));
  return names;
}

bool all_choose(std::string_view cases, const std::vector<std::string>& names) {
  std::istringstream globs{std::string(cases)};
  for (std::string glob; globs >> glob;) {
    const Glob chooses(glob);
    if (std::ranges::none_of(names, [&](const std::string& n) { return chooses.matches(n); })) return false;
  }
  return true;
}

TEST(StatementsTest, EachGlobOfASectionChoosesACase) {
  const std::vector<std::string> names = all_names();
  std::set<std::string_view> documents;
  for (const StatedDocument& document : stated_documents()) {
    EXPECT_TRUE(documents.insert(document.name).second) << document.name;
    std::set<std::string_view> titles;
    for (const StatedSection& s : document.sections) {
      EXPECT_TRUE(titles.insert(s.title).second) << document.name << ": " << s.title;
      EXPECT_EQ(s.cases.empty(), !s.why.empty()) << s.title;
      EXPECT_TRUE(all_choose(s.cases, names)) << document.name << ", " << s.title << ": " << s.cases;
    }
  }
  EXPECT_EQ(documents.size(), 6U);
}

}  // namespace
}  // namespace classay
