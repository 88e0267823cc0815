// Tests children that behave well and children that do not. Windows has no shell that every machine has, so this program is
// the child, too.
#include "harness/process/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <io.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <map>

#include "harness/process/host.h"
#include "harness/process/own_program.h"
#include "harness/process/windows/exception.h"

namespace classay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char* kTask = "CLASSAY_TEST_TASK";

std::unique_ptr<Process> child(const std::string& task, std::vector<std::string> environment = {}) {
  environment.push_back(std::string(kTask) + "=" + task);
  return std::make_unique<Process>(std::vector{own_program()}, environment);
}

void sleep_long() { ::Sleep(1'000'000); }

// Its helper holds the output open, too.
void sleep_with_helper() {
  STARTUPINFOW start{.cb = sizeof start};
  PROCESS_INFORMATION helper{};
  set_variable(kTask, "sleep");
  ::CreateProcessW(own_file().c_str(), nullptr, nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &helper);
  std::cout << helper.dwProcessId << std::endl;  // NOLINT(performance-avoid-endl): it is read at once
  sleep_long();
}

void echo() {
  for (std::string line; std::getline(std::cin, line);) std::cout << line << std::endl;  // NOLINT(performance-avoid-endl)
}

void print_variables() {
  for (const char* name : {"CLASSAY_TEST_KEPT", "CLASSAY_TEST_OTHER"}) std::cout << std::getenv(name) << '\n';
}

const std::map<std::string, void (*)()>& tasks() {
  static const std::map<std::string, void (*)()> all{
      {"echo", echo},
      {"exit", [] { end_process(7); }},
      {"crash", [] { ::TerminateProcess(::GetCurrentProcess(), DWORD{EXCEPTION_ACCESS_VIOLATION}); }},
      {"tear", [] { std::cout << "whole\ntorn"; }},
      {"sleep", sleep_long},
      {"sleep with helper", sleep_with_helper},
      {"flood", [] { std::cout << std::string(20'000'000, 'x'); }},
      {"complain", [] { std::cerr << std::string(100'000, 'x') << "\nwhat went wrong  \n\n \n"; }},
      {"print variables", print_variables},
  };
  return all;
}

// Ends the process before main if it is a child.
bool do_task() {
  const char* const task = std::getenv(kTask);
  if (task == nullptr) return false;
  for (const int descriptor : {0, 1, 2}) ::_setmode(descriptor, _O_BINARY);
  tasks().at(task)();
  std::cout.flush();
  end_process(0);
  return true;
}
const std::ios_base::Init kStreams;
[[maybe_unused]] const bool kIsChild = do_task();

Process::Clock::time_point in(milliseconds time) { return Process::Clock::now() + time; }

TEST(ProcessTest, LinesGoInAndOut) {
  const auto same = child("echo");
  std::string line;
  for (const std::string& text : {std::string("one"), std::string(), std::string("größe\r"), std::string(3 << 20, 'x')}) {
    EXPECT_TRUE(same->write_line(text, in(seconds(60))));
    ASSERT_EQ(same->read_line(line, in(seconds(60))), Process::Read::line);
    EXPECT_EQ(line, text);
  }
  same->close_input();
  EXPECT_EQ(same->read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_TRUE(same->wait().clean());
}

TEST(ProcessTest, AnEndHasACodeOrASignal) {
  std::string line;
  const auto code = child("exit");
  EXPECT_EQ(code->read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_EQ(code->wait().text(), "exit code 7");
  const auto signal = child("crash");
  EXPECT_EQ(signal->read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_EQ(signal->wait().text(), "killed by SIGSEGV");
  EXPECT_FALSE(signal->wait().clean());
}

TEST(ProcessTest, TextWithoutANewlineIsNotALine) {
  std::string line;
  const auto torn = child("tear");
  EXPECT_EQ(torn->read_line(line, in(seconds(60))), Process::Read::line);
  EXPECT_EQ(line, "whole");
  EXPECT_EQ(torn->read_line(line, in(seconds(60))), Process::Read::end);
  EXPECT_EQ(torn->torn(), "torn");
}

TEST(ProcessTest, AHangIsATimeoutAndHelpersAreKilledToo) {
  std::string line;
  const auto hang = child("sleep with helper");
  ASSERT_EQ(hang->read_line(line, in(seconds(60))), Process::Read::line);
  EXPECT_NE(std::stol(line), 0);
  EXPECT_EQ(hang->read_line(line, in(milliseconds(50))), Process::Read::timeout);
  EXPECT_FALSE(hang->wait_until(Process::Clock::now()).has_value());
  EXPECT_EQ(hang->kill().signal, SIGKILL);
  EXPECT_EQ(hang->read_line(line, in(seconds(60))), Process::Read::end);
}

TEST(ProcessTest, AChildThatDoesNotReadIsNotWaitedForBeyondTheDeadline) {
  const auto deaf = child("sleep");
  EXPECT_FALSE(deaf->write_line(std::string(1 << 20, 'x'), in(milliseconds(20))));
}

TEST(ProcessTest, AFloodEndsTheReading) {
  std::string line;
  EXPECT_EQ(child("flood")->read_line(line, in(seconds(60))), Process::Read::flooded);
}

TEST(ProcessTest, TheLastOfTheErrorsIsKept) {
  std::string line;
  const auto loud = child("complain");
  EXPECT_EQ(loud->read_line(line, in(seconds(60))), Process::Read::end);
  loud->wait();
  EXPECT_LE(loud->errors().size(), Process::kKeptErrors);
  EXPECT_EQ(last_line(loud->errors()), "what went wrong");
}

TEST(ProcessTest, AProgramThatDoesNotExistIsNotStarted) {
  try {
    const Process none({"C:\\no\\such\\program.exe"});
    FAIL() << "it was";
  } catch (const std::system_error& e) {
    EXPECT_EQ(e.code().value(), ENOENT);
    EXPECT_THAT(e.what(), testing::HasSubstr("cannot start C:\\no\\such\\program.exe: No such file"));
  }
}

TEST(ProcessTest, VariablesThatAChildGetsReplaceThoseOfThisProcess) {
  set_variable("CLASSAY_TEST_KEPT", "kept");
  set_variable("CLASSAY_TEST_OTHER", "old");
  const auto named = child("print variables", {"CLASSAY_TEST_OTHER=new"});
  for (const char* value : {"kept", "new"}) {
    std::string line;
    ASSERT_EQ(named->read_line(line, in(seconds(60))), Process::Read::line);
    EXPECT_EQ(line, value);
  }
}

}  // namespace
}  // namespace classay
