#include "harness/text/shell_word.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

namespace classay {
namespace {

// Returns a word as a shell reads it.
std::string read_by_shell(const std::string& word) {
  const std::string script = testing::TempDir() + "classay-words-" + std::to_string(::getpid()) + ".sh";
  std::ofstream(script) << "printf %s " + word + "\n";
  const std::string command = "bash " + script;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);  // NOLINT(cert-env33-c)
  std::array<char, 200> text{};
  const std::size_t size = std::fread(text.data(), 1, text.size(), pipe.get());
  std::filesystem::remove(script);
  return {text.data(), size};
}

TEST(ShellWordTest, AShellReadsWhatWasMeant) {
#ifdef _WIN32
  GTEST_SKIP() << "Windows has no shell of POSIX";
#endif
  for (const char* const text : {"plain/path-1.2",
                                 "",
                                 "a b",
                                 "it's here",
                                 "'",
                                 "''a''",
                                 "$HOME",
                                 "`ls`",
                                 "a\\b",
                                 "*",
                                 "~",
                                 "#x",
                                 "a;b",
                                 "-x y",
                                 "\"quoted\"",
                                 "tab\there",
                                 "Iris Xe (TM)",
                                 "\xc3\xa4",
                                 "it's\x1b[2J\n7\\",
                                 "\xff",
                                 "\342\200\2568"}) {
    EXPECT_EQ(read_by_shell(shell_word(text)), text) << shell_word(text);
  }
}

TEST(ShellWordTest, WhatNeedsNoQuotesHasNone) {
  EXPECT_EQ(shell_word("runs/pocl-1"), "runs/pocl-1");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST(ShellWordTest, WhatIsShownIsOneLineAndNoControl) {
  EXPECT_EQ(shell_word("a\nrm -rf ~"), "$'a\\012rm -rf ~'");
  EXPECT_EQ(shell_word("\x1b[2J"), "$'\\033[2J'");
}

TEST(ShellWordTest, AFolderIsNoOption) {
  EXPECT_EQ(folder_word("-rf"), "./-rf");
  EXPECT_EQ(folder_word("a-b"), "a-b");
}

TEST(ShellWordTest, ACommandIsSplitAsAShellSplitsIt) {
#ifdef _WIN32
  GTEST_SKIP() << "Windows has no shell of POSIX";
#endif
  for (const char* const command : {"ssh board classay", "  ssh\tboard  ", "a 'b c' \"d e\"", "a'b'\"c\"d", "a '' b",
                                    R"(a\ b 'c\d' "e\"f\\g\h")", "'it'\\''s'", "\"it's\" '\"'"}) {
    std::string joined;
    for (const std::string& word : read_words(command)) joined += "<" + word + ">";
    EXPECT_EQ(joined, read_by_shell("\"$(printf '<%s>' " + std::string(command) + ")\"")) << command;
  }
  for (const char* const text : {"it's here", "a\\b \"c\"", "$HOME `x`"}) {
    EXPECT_EQ(read_words(shell_word(text)), std::vector<std::string>{text});
  }
  EXPECT_EQ(read_words("echo $HOME ~ *")[1], "$HOME");
  for (const char* const text : {"", "  ", "''", "ssh 'board", "ssh \"board"}) {
    EXPECT_THROW(read_words(text), std::invalid_argument) << text;
  }
}

TEST(ShellWordTest, OfWorkersARunShowsItsOwn) {
  // --worker: the name in older journals.
  for (const std::string option : {"--remote", "--worker"}) {
    const std::string text = "classay repro " + option + " 'ssh board classay' --case c --device d";
    EXPECT_EQ(repro_command_of(text), std::nullopt);
    EXPECT_EQ(repro_command_of(text, "ssh other classay"), std::nullopt);
    EXPECT_EQ(repro_command_of(text, "ssh board classay"), text);
  }
  EXPECT_EQ(repro_command_of("classay repro --remote 'ssh board classay' out c", "ssh board classay"),
            "classay repro --remote 'ssh board classay' out c");
  EXPECT_EQ(repro_command_of("classay repro out c", "ssh board classay"), "classay repro out c");
}

TEST(ShellWordTest, OnlyCommandsOfThisProgramAreShownToBePasted) {
  for (const char* text : {"classay repro --device 'Iris Xe (TM)' --case clc/math/sin/f32/default/v1 --input 0x1",
                           "classay repro --device d --case c --constants smoke --seed 7 --input 0x1",
                           "classay repro --device d --case c --spec clc-3.1 --profile full --input 0x1",
                           "classay repro --device d --case c --edition clc-3.1 --profile full --input 0x1",
                           "classay repro 'it'\\''s here' clc/math/sin/f32/default/v1"}) {
    EXPECT_EQ(repro_command_of(text), text);
  }
  for (const char* text :
       {"", "classay", "rm -rf /", "classay repro", "classay repro a b; ls", "classay repro a b\nls x",
        "classay repro $(ls) b", "classay repro `ls` b", "classay repro a b > c d", "classay repro --device d --emit /home",
        "classay repro a --emit", "classay run --out x", "classay repro --case --emit", "classay repro 'a b",
        "classay repro \\; b", "classay repro a b c d"}) {
    EXPECT_EQ(repro_command_of(text), std::nullopt) << text;
  }
  EXPECT_EQ(repro_command_of("classay repro 'a\nb' c"), "classay repro $'a\\012b' c");
}

}  // namespace
}  // namespace classay
