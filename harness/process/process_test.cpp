// Tests children that behave well and children that do not.
#include "harness/process/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace classay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::vector<std::string> sh(const std::string& script) { return {"/bin/sh", "-c", script}; }

Process::Clock::time_point in(std::chrono::milliseconds time) { return Process::Clock::now() + time; }

TEST(ProcessTest, LinesGoInAndOut) {
  Process cat({"/bin/cat"});
  std::string line;
  for (const std::string text : {"one", "", "three words here"}) {
    EXPECT_TRUE(cat.write_line(text));
    ASSERT_EQ(cat.read_line(line, in(seconds(60))), Process::Read::line);
    EXPECT_EQ(line, text);
  }
  cat.close_input();
  EXPECT_EQ(cat.read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_TRUE(cat.wait().clean());
}

TEST(ProcessTest, AnEndTellsItsCodeOrItsSignal) {
  std::string line;
  Process code(sh("exit 7"));
  EXPECT_EQ(code.read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_EQ(code.wait().code, 7);
  EXPECT_EQ(code.wait().text(), "exit code 7");
  Process signal(sh("kill -SEGV $$"));
  EXPECT_EQ(signal.read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_EQ(signal.wait().text(), "killed by SIGSEGV");
  EXPECT_FALSE(signal.wait().clean());
}

TEST(ProcessTest, WhatLacksANewlineIsNoLine) {
  std::string line;
  Process torn(sh("printf 'whole\\ntorn'"));
  EXPECT_EQ(torn.read_line(line, in(seconds(60))), Process::Read::line);
  EXPECT_EQ(line, "whole");
  EXPECT_EQ(torn.read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_EQ(torn.torn(), "torn");
}

TEST(ProcessTest, AHangIsATimeoutAndTheWholeGroupIsKilled) {
  std::string line;
  Process hang(sh("sleep 1000 & echo $!; wait"));
  ASSERT_EQ(hang.read_line(line, in(seconds(60))), Process::Read::line);
  const auto helper = static_cast<pid_t>(std::stol(line));
  EXPECT_EQ(hang.read_line(line, in(milliseconds(50))), Process::Read::timeout);
  EXPECT_FALSE(hang.wait_until(Process::Clock::now()).has_value());
  EXPECT_EQ(hang.kill().signal, SIGKILL);
  // The helper has also ended: its end of the pipe is closed, so the output ends.
  EXPECT_EQ(hang.read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_NE(helper, 0);
}

TEST(ProcessTest, WhoeverDoesNotReadIsNotWaitedForBeyondTheDeadline) {
  Process deaf(sh("exec sleep 1000"));
  EXPECT_FALSE(deaf.write_line(std::string(1 << 20, 'x'), in(milliseconds(20))));
}

TEST(ProcessTest, ALongLineGoesThroughAChildThatAnswersWhileItReads) {
  Process cat({"/bin/cat"});
  std::string line;
  const std::string text(3 << 20, 'x');
  EXPECT_TRUE(cat.write_line(text, in(seconds(60))));
  ASSERT_EQ(cat.read_line(line, in(seconds(60))), Process::Read::line);
  EXPECT_EQ(line, text);
}

TEST(ProcessTest, AFloodEndsTheReading) {
  std::string line;
  Process flood(sh("head -c 20000000 /dev/zero | tr '\\0' x; sleep 1000"));
  EXPECT_EQ(flood.read_line(line, in(seconds(60))), Process::Read::flooded);
}

TEST(ProcessTest, TheLastOfTheErrorsIsKept) {
  std::string line;
  Process loud(sh("head -c 100000 /dev/zero | tr '\\0' x >&2; echo the end >&2"));
  EXPECT_EQ(loud.read_line(line, in(seconds(60))), Process::Read::end);
  loud.wait();
  EXPECT_THAT(loud.errors(), testing::EndsWith("the end\n"));
  EXPECT_LE(loud.errors().size(), Process::kKeptErrors);
}

TEST(ProcessTest, TheLastErrorIsALineThatIsNotBlank) {
  std::string line;
  Process loud(sh("printf 'first\\nwhat went wrong  \\n\\n \\n' >&2"));
  EXPECT_EQ(last_line(loud.errors()), "");
  EXPECT_EQ(loud.read_line(line, in(seconds(60))), Process::Read::end);
  loud.wait();
  EXPECT_EQ(last_line(loud.errors()), "what went wrong");
}

TEST(ProcessTest, AProgramThatDoesNotExistIsNotStarted) {
  try {
    const Process none({"/no/such/program"});
    FAIL() << "it was";
  } catch (const std::system_error& e) {
    EXPECT_EQ(e.code().value(), ENOENT);
    EXPECT_THAT(e.what(), testing::HasSubstr("cannot start /no/such/program: No such file"));
  }
}

TEST(ProcessTest, InheritedOutputIsThatOfThisProcess) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  std::string line;
  Process child(sh("echo result; echo error >&2; exit 3"), {}, Process::Output::inherited);
  EXPECT_EQ(child.read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_EQ(child.wait().code, 3);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "result\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "error\n");
  EXPECT_EQ(child.errors(), "");
}

TEST(ProcessTest, AChildThatIsTerminatedCanEndInOrder) {
  std::string line;
  Process child(sh("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done"));
  ASSERT_EQ(child.read_line(line, in(seconds(60))), Process::Read::line);
  child.terminate();
  EXPECT_EQ(child.wait().code, 7);
  child.terminate();  // nothing: the number may be that of a different process
}

TEST(ProcessTest, VariablesThatAChildGetsWinOverThoseOfThisProcess) {
  ::setenv("CLASSAY_TEST_KEPT", "kept", 1);
  ::setenv("CLASSAY_TEST_OTHER", "old", 1);
  std::string line;
  Process child(sh("echo $CLASSAY_TEST_KEPT $CLASSAY_TEST_OTHER"), {"CLASSAY_TEST_OTHER=new"});
  ASSERT_EQ(child.read_line(line, in(seconds(60))), Process::Read::line);
  EXPECT_EQ(line, "kept new");
}

}  // namespace
}  // namespace classay
