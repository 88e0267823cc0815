#include "harness/supervisor/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

namespace classay {
namespace {

using Read = ChildProcess::Read;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

constexpr const char* kGreeting = R"(echo '{"relay":1,"build":{"id":"1"}}'; )";
constexpr const char* kCrash =
    R"(printf '%s\n' '.{"status":0,"signal":11,"stayed":false,"meant":false,"blame":"driver","sentence":"killed by SIGSEGV",)"
    R"("evidence":{"blame":"driver"},"errors":"oh\n"}'; )";

ChildProcess::Clock::time_point in(milliseconds time) { return ChildProcess::Clock::now() + time; }

// Makes a child whose remote end is this shell script.
std::unique_ptr<RemoteChild> far(const std::string& script, const Json& build = {{"id", "1"}}) {
  std::signal(SIGPIPE, SIG_IGN);  // as the program does
  const Connection connection{.command = {"sh", "-c", script}, .build = shared(build)};
  return std::make_unique<RemoteChild>(std::make_shared<const Connection>(connection), std::vector<std::string>{"worker"});
}

std::vector<std::string> lines_of(RemoteChild& child) {
  std::vector<std::string> lines;
  for (std::string line; child.read_line(line, in(seconds(60))) == Read::line;) lines.push_back(line);
  return lines;
}

TEST(RemoteChildTest, WhatAChildSaysIsPassedOnAndNothingElse) {
  const auto child = far(std::string("echo Welcome; ") + kGreeting + "echo '>one'; echo motd; echo '>two\r'; " + kCrash);
  EXPECT_THAT(lines_of(*child), testing::ElementsAre("one", "two"));
  EXPECT_EQ(child->said(), "Welcome");
}

TEST(RemoteChildTest, HowItEndedIsToldByTheOtherEnd) {
  const auto child = far(kGreeting + std::string(kCrash));
  EXPECT_TRUE(lines_of(*child).empty());
  const ChildEnd end = child->ended(in(seconds(60)));
  EXPECT_EQ(end.exit.signal, 11);
  EXPECT_EQ(end.how.blame, Blame::driver);
  EXPECT_EQ(end.how.sentence, "killed by SIGSEGV");
  EXPECT_FALSE(end.is_lost);
  EXPECT_EQ(child->last_error(), "oh");
}

TEST(RemoteChildTest, ALineThatEndsWithoutALastWordAccusesNobody) {
  for (const char* const last : {"", "echo '.'; ", "echo '.{}'; ", "echo '.{\"blame\":\"driver\"}'; ", "printf '.{'; "}) {
    const auto child = far(std::string(kGreeting) + "echo '>one'; " + last + "echo Timeout >&2; exit 255");
    EXPECT_THAT(lines_of(*child), testing::ElementsAre("one"));
    const ChildEnd end = child->ended(in(seconds(60)));
    EXPECT_TRUE(end.is_lost) << last;
    EXPECT_EQ(end.how.blame, Blame::outside) << last;
    EXPECT_THAT(end.how.sentence, HasSubstr("sh ended with exit code 255"));
    EXPECT_EQ(end.evidence->at("line"), "lost");
    EXPECT_EQ(child->last_error(), "Timeout");
  }
}

TEST(RemoteChildTest, NothingIsSaidToAnotherProgram) {
  const auto child = far(kGreeting + std::string("read word; echo \">$word\""), {{"id", "2"}});
  std::string line;
  EXPECT_THROW(child->read_line(line, in(seconds(60))), HarnessError);
}

TEST(RemoteChildTest, WhatIsForTheChildWaitsUntilItIsKnownWhoListens) {
  const auto child = far(std::string("sleep 0.1; ") + kGreeting + "for i in 1 2 3; do read -r line; echo \">$line\"; done");
  EXPECT_TRUE(child->write_line("question", in(seconds(60))));
  child->close_input();
  EXPECT_THAT(lines_of(*child), testing::ElementsAre(R"({"words":["worker"]})", ">question", "."));
}

TEST(RemoteChildTest, AHangIsToldByTheOtherEndOrNotAtAll) {
  const auto asked = far(kGreeting + std::string("read -r words; echo '>on'; read -r order; ") + kCrash);
  std::string line;
  ASSERT_EQ(asked->read_line(line, in(seconds(60))), Read::line);
  EXPECT_EQ(asked->read_line(line, in(milliseconds(50))), Read::timeout);
  EXPECT_EQ(asked->hung().how.blame, Blame::driver);
  const auto silent = far(kGreeting + std::string("sleep 60"));
  EXPECT_EQ(silent->read_line(line, in(milliseconds(300))), Read::timeout);
  const ChildEnd end = silent->hung();
  EXPECT_TRUE(end.is_lost);
  EXPECT_THAT(end.how.sentence, HasSubstr("the connection is silent"));
}

TEST(RemoteChildTest, ASignOfLifeTellsWhatTheChildIsAbout) {
  const auto child = far(kGreeting + std::string(R"(echo '~{"in_driver":false,"waited":2000000}'; echo '~[]'; echo '>on')"));
  EXPECT_TRUE(child->is_in_driver());
  EXPECT_THAT(lines_of(*child), testing::ElementsAre("on"));
  EXPECT_FALSE(child->is_in_driver());
  EXPECT_EQ(child->waited(milliseconds(1)), milliseconds(1));
  EXPECT_EQ(child->waited(seconds(1)), milliseconds(1));
  EXPECT_EQ(child->waited(seconds(1)), milliseconds(0));
}

TEST(RemoteChildTest, AnEndIsTheSameAtTheOtherEndOfALine) {
  const ChildEnd end{.exit = {.code = 3, .signal = 0},
                     .stayed = true,
                     .is_meant = true,
                     .how = {.blame = Blame::resources, .sentence = "no memory"},
                     .evidence = shared({{"blame", "resources"}})};
  const std::string line = text(report_of(end, ""));
  EXPECT_EQ(text(report_of(end_of(*child_report_in(line)), "")), line);
}

TEST(MachineTest, WhyNobodyAnswersIsTold) {
  const auto why = [](const std::string& command, milliseconds timeout) -> std::string {
    try {
      Machine::far(command, timeout);
    } catch (const ConnectionError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(why("/nowhere/ssh board", seconds(60)), HasSubstr("No such file"));
  EXPECT_THAT(why("sh -c 'echo No >&2; exit 255'", seconds(60)), HasSubstr("sh ended with exit code 255:\n  No"));
  EXPECT_THAT(why("sleep 60; x", milliseconds(1500)), HasSubstr("sleep ended with exit code 1"));
  EXPECT_THAT(why("sh -c 'sleep 60'", milliseconds(1500)), HasSubstr("nothing came in 1 s"));
  EXPECT_THROW(Machine::far("ssh 'board", seconds(60)), std::invalid_argument);
  EXPECT_THROW(Machine::far("  ", seconds(60)), std::invalid_argument);
}

TEST(MachineTest, ChildrenHereBeginWithTheProgram) {
  const ChildCommand child = Machine::here("program").child({"worker"});
  EXPECT_THAT(child.words, testing::ElementsAre("program", "worker"));
  EXPECT_EQ(child.connection, nullptr);
}

}  // namespace
}  // namespace classay
