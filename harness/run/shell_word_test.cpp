#include "harness/run/shell_word.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>

namespace classay {
namespace {

// What a shell makes of a word.
std::string read_by_shell(const std::string& word) {
  const std::string command = "printf %s " + word;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);  // NOLINT(cert-env33-c)
  std::array<char, 200> text{};
  return {text.data(), std::fread(text.data(), 1, text.size(), pipe.get())};
}

TEST(ShellWordTest, AShellReadsWhatWasMeant) {
  for (const char* const text : {"plain/path-1.2", "", "a b", "it's here", "'", "''a''", "$HOME", "`ls`", "a\\b", "*", "~",
                                 "#x", "a;b", "-x y", "\"quoted\"", "tab\there", "Iris Xe (TM)", "\xc3\xa4"}) {
    EXPECT_EQ(read_by_shell(shell_word(text)), text) << shell_word(text);
  }
}

TEST(ShellWordTest, WhatNeedsNoQuotesHasNone) {
  EXPECT_EQ(shell_word("runs/pocl-1"), "runs/pocl-1");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace classay
