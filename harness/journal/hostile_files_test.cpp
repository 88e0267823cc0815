// Accepts and rejects journals and baselines as data/hostile/files.json requires. The reports' tests read the same table;
// data/README.md explains it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <charconv>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "cmake/source_dir.h"
#include "harness/journal/baseline.h"
#include "harness/journal/journal.h"
#include "harness/text/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

// Sanitizers need minutes for large files.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kIsSanitized = true;
#elif defined(__clang__)
constexpr bool kIsSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kIsSanitized = false;
#endif

// The table is trusted, and larger than a record may be.
const Json& hostile() {
  static const Json all =
      Json::parse(std::ifstream(std::string(testing_support::source_dir()) + "/data/hostile/files.json"));
  return all;
}

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string text_of(const Json& pieces, const Json& base) {
  std::string text;
  for (const Json& piece : pieces) {
    if (piece.is_string()) {
      text += piece.get<std::string>();
    } else if (piece.contains("base")) {
      text += base.at(piece.at("base").get<std::size_t>() - 1).get<std::string>();
    } else if (piece.contains("bytes")) {
      text += bytes_of(piece.at("bytes"));
    } else {
      const std::string repeated = piece.at("repeat");
      for (int i = 0; i < piece.at("times").get<int>(); ++i) text += repeated;
    }
  }
  return text;
}

std::string file_of(const Json& entry, const Json& base) {
  std::map<int, std::string> lines;
  for (const Json& line : base) lines[static_cast<int>(lines.size()) + 1] = line.get<std::string>();
  for (const Json& change : entry.at("changes")) {
    const int number = change.at("line");
    if (change.value("gone", false)) {
      lines.erase(number);
    } else if (change.contains("old")) {
      const std::string old = change.at("old");
      const std::size_t at = lines.at(number).find(old);
      EXPECT_NE(at, std::string::npos) << entry.at("name");
      lines[number].replace(at, old.size(), text_of(change.at("new"), base));
    } else {
      lines[number] = text_of(change.at("new"), base);
    }
  }
  std::string text;
  for (const auto& [number, line] : lines) text += line + "\n";
  return text.substr(0, text.size() - entry.value("cut", std::size_t{0}));
}

class HostileFilesTest : public FolderTest {
 protected:
  // `read`: throws Error to reject a file.
  template <class Error>
  void check(const char* kind, const auto& read) const {
    const fs::path file = folder_ / "file";
    std::size_t refused = 0;
    for (const Json& entry : hostile().at(kind)) {
      if (kIsSanitized && entry.value("large", false)) continue;
      SCOPED_TRACE(entry.at("name").get<std::string>());
      std::ofstream(file, std::ios::binary | std::ios::trunc) << file_of(entry, hostile().at("bases").at(kind));
      std::string refusal;
      try {
        read(file);
      } catch (const Error& e) {
        refusal = e.what();
        ++refused;
      }
      EXPECT_EQ(refusal.empty(), entry.at("read").get<bool>()) << refusal;
      if (refusal.empty()) continue;
      EXPECT_THAT(refusal, HasSubstr(file.string()));
      EXPECT_THAT(refusal, testing::Not(HasSubstr("json.exception")));
      EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
      const int at = entry.at("at");
      EXPECT_THAT(refusal, HasSubstr(at == 0 ? "" : ", line " + std::to_string(at) + ":"));
    }
    EXPECT_GT(refused, 10U);
  }
};

TEST_F(HostileFilesTest, JournalsAreAcceptedAndRefusedAsTheTableSays) {
  check<JournalError>("journals", [](const fs::path& file) { read_journal(file, {}); });
}

// The reports count the same missing results in the same files (test_hostile_files.py).
TEST_F(HostileFilesTest, WhatAJournalLacksIsMissingAsTheTableSays) {
  const fs::path file = folder_ / "file";
  std::uint64_t missing = 0;
  for (const Json& entry : hostile().at("journals")) {
    if (!entry.at("read").get<bool>() || (kIsSanitized && entry.value("large", false))) continue;
    SCOPED_TRACE(entry.at("name").get<std::string>());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << file_of(entry, hostile().at("bases").at("journals"));
    const Missing found = read_journal(file, {}).missing;
    EXPECT_EQ(found.count(), entry.at("missing").get<std::uint64_t>());
    missing += found.count();
  }
  EXPECT_GT(missing, 10U);
}

TEST_F(HostileFilesTest, BaselinesAreAcceptedAndRefusedAsTheTableSays) {
  check<BaselineError>("baselines", [](const fs::path& file) { Baseline::read(file); });
}

TEST_F(HostileFilesTest, TheLimitsAreThoseOfTheTable) {
  const Json& limits = hostile().at("limits");
  EXPECT_EQ(limits.at("line_bytes"), kLongestText);
  EXPECT_EQ(limits.at("depth"), kDeepest);
  EXPECT_EQ(limits.at("values"), kMostValues);
  EXPECT_EQ(limits.at("members"), kMostMembers);
  EXPECT_EQ(limits.at("shards"), kMostShards);
  EXPECT_EQ(limits.at("count"), kLargestCount);
  EXPECT_EQ(limits.at("width"), kLargestWidth);
}

}  // namespace
}  // namespace classay
