// Tests a journal that is cut at any byte, locked, of a newer schema, damaged, or on a full disk.
#include "harness/journal/journal.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "harness/text/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const JournalVisitor kIgnore;

struct AllRecords {
  JournalContents contents;
  std::vector<Json> lines;  // all records after the first
};

AllRecords read_all(const fs::path& file) {
  AllRecords all;
  all.contents = read_journal(file, [&](const JournalLine& line) { all.lines.push_back(line.json); });
  return all;
}

class JournalTest : public FolderTest {
 protected:
  fs::path file() const { return JournalWriter::file_of(folder_ / "run"); }
  static Json first() {
    return {{"schema", 1},
            {"kind", "run"},
            {"suite", {{"version", "1"}}},
            {"device", {{"name", "d"}}},
            {"tier", "smoke"},
            {"edition", "clc-3.1"},
            {"profile", "full"}};
  }

  void write_three() const {
    JournalWriter writer = JournalWriter::create(folder_ / "run", first());
    writer.append({{"kind", "start"}, {"case", "a"}});
    writer.append({{"kind", "result"}, {"case", "clc/math/sin/f32/default/v1"}, {"verdict", "pass"}});
    writer.sync();
  }
  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(file(), std::ios::binary).rdbuf();
    return std::move(all).str();
  }
  void put(const std::string& bytes) const { std::ofstream(file(), std::ios::binary | std::ios::trunc) << bytes; }

  std::string refusal() const {
    try {
      read_all(file());
      return "";
    } catch (const JournalError& e) {
      return e.what();
    }
  }
};

TEST_F(JournalTest, WhatIsWrittenIsReadBack) {
  write_three();
  const AllRecords all = read_all(file());
  EXPECT_EQ(*all.contents.run, first());
  ASSERT_EQ(all.lines.size(), 2U);
  EXPECT_EQ(all.lines[1]["verdict"], "pass");
  EXPECT_FALSE(all.contents.torn);
}

TEST_F(JournalTest, CutAtAnyByteItLosesAtMostTheLastLine) {
  write_three();
  const std::string whole = text();
  const std::size_t first_line = whole.find('\n') + 1;
  for (std::size_t bytes = first_line; bytes <= whole.size(); ++bytes) {
    put(whole.substr(0, bytes));
    const AllRecords all = read_all(file());
    const auto newlines = std::ranges::count(whole.substr(0, bytes), '\n');
    EXPECT_EQ(all.lines.size(), static_cast<std::size_t>(newlines) - 1);
    EXPECT_EQ(all.contents.torn, whole[bytes - 1] != '\n');
    // A resumed journal is complete again.
    std::vector<Json> lines;
    JournalWriter::Reopened again =
        JournalWriter::reopen(folder_ / "run", [&](const JournalLine& line) { lines.push_back(line.json); });
    EXPECT_EQ(lines, all.lines);
    again.writer.append({{"kind", "end"}, {"totals", {{"pass", 1}}}});
    EXPECT_EQ(read_all(file()).lines.back()["kind"], "end");
  }
  put(whole.substr(0, first_line - 1));
  EXPECT_THAT(refusal(), HasSubstr("empty"));
}

TEST_F(JournalTest, DamageIsRefusedWithItsLine) {
  write_three();
  std::string damaged = text();
  damaged[damaged.find("\"start\"")] = '}';
  put(damaged);
  EXPECT_THAT(refusal(), HasSubstr("line 2: malformed"));
}

TEST_F(JournalTest, ANewerSchemaIsRefusedAndUnknownFieldsAreNot) {
  write_three();
  put("{\"schema\":2,\"kind\":\"run\"}\n");
  EXPECT_THAT(refusal(), HasSubstr("newer classay"));
  Json later = first();
  later["later"] = true;
  put(later.dump() + "\n{\"kind\":\"later\"}\n");
  EXPECT_EQ(refusal(), "");
  put("{\"kind\":\"result\"}\n");
  EXPECT_THAT(refusal(), HasSubstr("line 1"));
}

TEST_F(JournalTest, OnlyOneRunWritesAndNoneOverwrites) {
  JournalWriter writer = JournalWriter::create(folder_ / "run", first());
  EXPECT_THROW(JournalWriter::reopen(folder_ / "run", kIgnore), JournalError);
  EXPECT_THROW(JournalWriter::create(folder_ / "run", first()), JournalError);
}

TEST_F(JournalTest, WhatAKilledCreationLeftIsNoJournalAndInNobodysWay) {
  fs::create_directories(folder_ / "run");
  std::ofstream(folder_ / "run" / "journal.jsonl.new") << "{\"schema\":1,\"ki";
  EXPECT_THROW(JournalWriter::reopen(folder_ / "run", kIgnore), JournalError);
  write_three();
  EXPECT_EQ(*read_all(file()).contents.run, first());
}

// Links and files under names that a run uses are neither followed nor written.
TEST_F(JournalTest, ALinkInTheFolderIsNotFollowed) {
  if (!kHasPipesAndLinks) GTEST_SKIP() << "this system's library makes no symbolic links";
  const fs::path precious = folder_ / "precious";
  fs::create_directories(folder_ / "run");
  std::ofstream(precious) << "keep";
  fs::create_symlink(precious, folder_ / "run" / "journal.jsonl.new");
  write_three();
  EXPECT_EQ(read_all(file()).lines.size(), 2U);
  fs::rename(file(), folder_ / "journal");
  fs::create_symlink(folder_ / "journal", file());
  try {
    JournalWriter::reopen(folder_ / "run", kIgnore);
    FAIL() << "it was followed";
  } catch (const JournalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("journal.jsonl is a symbolic link"));
  }
  fs::remove(file());
  fs::create_symlink(folder_ / "nowhere", file());
  EXPECT_THROW(JournalWriter::create(folder_ / "run", first()), JournalError);
  EXPECT_FALSE(fs::exists(folder_ / "nowhere"));
  EXPECT_EQ(read_file(precious, 100), "keep");
}

TEST_F(JournalTest, APipeIsNotWaitedFor) {
  if (!kHasPipesAndLinks) GTEST_SKIP() << "this system has no pipes in folders";
  fs::create_directories(folder_ / "run");
  make_pipe(file());
  EXPECT_THAT(refusal(), HasSubstr("is a pipe"));
  EXPECT_THROW(JournalWriter::reopen(folder_ / "run", kIgnore), JournalError);
}

TEST_F(JournalTest, WhatAVisitorFindsIsToldInOurWordsWithTheLine) {
  write_three();
  for (const auto& [visit, what] :
       {std::pair<JournalVisitor, const char*>{[](const JournalLine& line) { line.json.at("no such"); },
                                               "line 2: the field 'no such' is missing"},
        {[](const JournalLine&) { throw std::invalid_argument("not so"); }, "line 2: not so"}}) {
    try {
      read_journal(file(), visit);
      FAIL() << "it was read";
    } catch (const JournalError& e) {
      EXPECT_THAT(e.what(), HasSubstr(what));
    }
  }
}

TEST_F(JournalTest, AJournalThatIsNoLongerWhereItWasIsNotWrittenToAnyMore) {
#ifdef _WIN32
  GTEST_SKIP() << "Windows does not remove a folder with an open file";
#endif
  const auto refusal_after = [&](const auto& change) -> std::string {
    fs::remove_all(folder_);
    JournalWriter writer = JournalWriter::create(folder_ / "run", first());
    writer.sync();
    change();
    try {
      writer.sync();
    } catch (const JournalError& e) {
      return e.what();
    }
    return "it went on";
  };
  EXPECT_THAT(refusal_after([&] { fs::remove_all(folder_ / "run"); }), HasSubstr("journal.jsonl was removed"));
  EXPECT_THAT(refusal_after([&] { fs::rename(folder_ / "run", folder_ / "other"); }), HasSubstr("was moved away"));
  EXPECT_THAT(refusal_after([&] {
                fs::remove(file());
                std::ofstream(file()) << "another\n";
              }),
              HasSubstr("was replaced by another file"));
  EXPECT_EQ(refusal_after([] {}), "it went on");
}

// After a change of the file the next record and the next sync are refused.
class JournalOfAnotherTest : public JournalTest {
 protected:
  void SetUp() override {
    JournalTest::SetUp();
    writer_.emplace(JournalWriter::create(folder_ / "run", first()));
    writer_->append({{"kind", "result"}, {"case", "clc/math/sin/f32/default/v1"}, {"verdict", "pass"}});
    writer_->sync();
    whole_ = text();
  }

  // The refusal of sync() and append(), which must be equal.
  std::string refusal_of_both() {
    const std::string of_sync = refusal_of([&] { writer_->sync(); });
    const std::string changed = text();
    EXPECT_EQ(refusal_of([&] { writer_->append({{"kind", "health"}, {"healthy", true}}); }), of_sync);
    EXPECT_EQ(text(), changed) << "it was written to";
    return of_sync;
  }
  std::size_t results_after_resume() {
    writer_.reset();
    return JournalWriter::reopen(folder_ / "run", kIgnore).writer.sync(), read_all(file()).lines.size();
  }

  static std::string refusal_of(const auto& call) {
    try {
      call();
    } catch (const JournalError& e) {
      return e.what();
    }
    return "";
  }

  std::optional<JournalWriter> writer_;
  std::string whole_;
};

TEST_F(JournalOfAnotherTest, OneThatIsReadOrTouchedIsWrittenTo) {
  EXPECT_EQ(read_all(file()).lines.size(), 1U);
  fs::last_write_time(file(), fs::file_time_type::clock::now());
  std::ofstream(folder_ / "run" / "copy") << text();
  writer_->append({{"kind", "end"}, {"totals", {{"pass", 1}}}});
  writer_->sync();
  EXPECT_EQ(read_all(file()).lines.size(), 2U);
}

TEST_F(JournalOfAnotherTest, WhatIsLeftOfOneThatWasCutCanBeResumed) {
  fs::resize_file(file(), whole_.size() - 10);
  EXPECT_THAT(refusal_of_both(), HasSubstr(fmt::format("journal.jsonl was cut from {} to {} bytes by another process",
                                                       whole_.size(), whole_.size() - 10)));
  EXPECT_EQ(results_after_resume(), 0U);
}

// A cut between the size check and the write must not join two records. Each round cuts at a different moment.
TEST_F(JournalOfAnotherTest, CutAtAnyMomentItIsAPrefixOfWhatWasWritten) {
  constexpr int kRounds = 300;
  const Json line{{"kind", "health"}, {"healthy", true}};
  for (int round = 0; round < kRounds; ++round) {
    writer_.reset();
    fs::remove_all(folder_ / "run");
    writer_.emplace(JournalWriter::create(folder_ / "run", first()));
    std::string written = text();
    std::atomic<int> appended = 0;
    std::jthread cutter([&] {
      while (appended < 2 + round % 7) std::this_thread::yield();
      fs::resize_file(file(), 30);
    });
    const auto append_until_refused = [&] {
      for (;; ++appended) writer_->append(line), written += line.dump() + "\n";
    };
    EXPECT_THAT(refusal_of(append_until_refused), HasSubstr("was cut from"));
    cutter.join();
    ASSERT_EQ(text(), written.substr(0, 30)) << "round " << round;
  }
}

TEST_F(JournalOfAnotherTest, OneThatWasEmptiedIsLost) {
  fs::resize_file(file(), 0);
  EXPECT_THAT(refusal_of_both(), HasSubstr("was emptied by another process"));
}

TEST_F(JournalOfAnotherTest, OneThatWasLengthenedIsCutAsItSays) {
  std::ofstream(file(), std::ios::app) << "{\"kind\":\"result\"}\n";
  EXPECT_THAT(refusal_of_both(), HasSubstr(fmt::format("Cut it with `truncate -s {} ", whole_.size())));
  fs::resize_file(file(), whole_.size());
  EXPECT_EQ(results_after_resume(), 1U);
}

TEST_F(JournalTest, AFolderThatCannotBeWrittenSaysSo) {
  std::ofstream(folder_ / "file") << "no folder";
  try {
    JournalWriter::create(folder_ / "file", first());
    FAIL() << "it was made";
  } catch (const JournalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("cannot make"));
  }
}

}  // namespace
}  // namespace classay
