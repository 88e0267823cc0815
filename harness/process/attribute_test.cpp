// Tests every kind of end: the driver is blamed only for the actions of its own code.
#include "harness/process/attribute.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/process/signals.h"

namespace classay::ending {
namespace {

using testing::HasSubstr;
using testing::Not;

const Place kProgram{.code = Code::program, .name = "classay"};
const Place kLibrary{.code = Code::library, .name = "libc.so.6"};
const Place kDriver{.code = Code::driver, .name = "libpocl.so.2.10.0"};
const Place kMade{.code = Code::made, .name = ""};
const Place kNowhere{};

// A worker with a task and a loaded driver.
Evidence watched() { return {.largest = std::uint64_t{3} << 29, .is_watching = true, .call = "clFinish"}; }

Evidence in_call(Evidence e = watched()) {
  e.is_in_call = true;
  return e;
}

Evidence by_signal(int signal, Evidence e = in_call()) {
  e.signal = signal;
  return e;
}

Evidence seen(int signal, std::vector<Place> stack, Evidence e = in_call()) {
  e.signal = signal;
  e.sight = Sight{.signal = signal, .stack = std::move(stack)};
  return e;
}

Evidence exited(int status, std::vector<Place> stack, Evidence e = in_call()) {
  e.status = status;
  if (!stack.empty()) e.sight = Sight{.stack = std::move(stack)};
  return e;
}

template <class Change>
Evidence with(Evidence e, Change change) {
  change(e);
  return e;
}

struct Row {
  const char* what;
  Evidence evidence;
  Blame blame;
  const char* sentence;  // a part of the sentence
};

const std::vector<Row>& ended() {
  static const std::vector<Row> all{
      {"in the driver", seen(SIGSEGV, {kDriver, kProgram}), Blame::driver,
       "killed by SIGSEGV in libpocl.so.2.10.0, in clFinish"},
      {"in a thread of the driver", seen(SIGSEGV, {kDriver, kLibrary}, watched()), Blame::driver,
       "in libpocl.so.2.10.0, after"},
      {"in code made at run time", seen(SIGILL, {kMade}), Blame::driver, "killed by SIGILL in code made at run time"},
      {"in libc for the driver", seen(SIGABRT, {kLibrary, kLibrary, kDriver, kProgram}), Blame::driver,
       "killed by SIGABRT in libc.so.6, called from libpocl.so.2.10.0"},
      {"the driver went astray", seen(SIGSEGV, {kNowhere, kDriver, kProgram}), Blame::driver,
       "called from libpocl.so.2.10.0"},
      {"in the program", seen(SIGSEGV, {kProgram, kLibrary}, watched()), Blame::ours, "killed by SIGSEGV in classay itself"},
      {"in the program while the driver works", seen(SIGILL, {kProgram, kLibrary}), Blame::ours, "in classay itself"},
      {"in libc for the program", seen(SIGABRT, {kLibrary, kLibrary, kProgram}, watched()), Blame::ours,
       "killed by SIGABRT in libc.so.6, called from classay itself"},
      {"the program went astray", seen(SIGSEGV, {kNowhere, kProgram}, watched()), Blame::ours, "called from classay itself"},
      {"called back by the driver", seen(SIGSEGV, {kProgram, kDriver, kProgram}), Blame::ours, "in classay itself"},
      {"the driver called exit", exited(15, {kLibrary, kDriver, kProgram}), Blame::driver,
       "exit code 15 by exit(), called from libpocl.so.2.10.0, in clFinish"},
      {"the program called exit", exited(1, {kLibrary, kProgram}, watched()), Blame::ours, "called from classay itself"},
      {"_exit in a call", exited(3, {}), Blame::driver, "exit code 3 by _exit, in clFinish"},
      {"_exit while launches are in flight", with(exited(3, {}, watched()), [](Evidence& e) { e.launches_in_flight = 2; }),
       Blame::driver, "exit code 3 by _exit, after clFinish"},
      {"_exit when nothing was asked of the driver", exited(3, {}, watched()), Blame::unknown, "exit code 3 by _exit"},
      {"an end by intention", with(exited(4, {}), [](Evidence& e) { e.means_to_end = true; }), Blame::ours, "exit code 4"},
      {"unseen, in a call", by_signal(SIGSEGV), Blame::driver, "killed by SIGSEGV, at an unknown place, in clFinish"},
      {"unseen, and nothing asked of the driver", by_signal(SIGSEGV, watched()), Blame::unknown, "at an unknown place"},
      {"before there was a driver", {.signal = SIGILL}, Blame::ours, "killed by SIGILL before a driver was loaded"},
      {"no page to share", {.signal = SIGSEGV, .has_page = false}, Blame::unknown, "killed by SIGSEGV, at an unknown place"},
      {"an overwritten record", with(by_signal(SIGSEGV), [](Evidence& e) { e.is_page_spoiled = true; }), Blame::driver,
       "killed by SIGSEGV, and the record of its end was overwritten"},
      {"an overwritten record, and it hangs",
       {.hung = true, .is_page_spoiled = true},
       Blame::driver,
       "it hangs, and the record of its end was overwritten"},
      {"an overwritten record, and SIGKILL", with(by_signal(SIGKILL), [](Evidence& e) { e.is_page_spoiled = true; }),
       Blame::outside, "killed by SIGKILL, sent from outside"},
      {"not even started", {.status = 127}, Blame::ours, "exit code 127 before a driver was loaded"},
      {"SIGKILL", by_signal(SIGKILL), Blame::outside, "killed by SIGKILL, sent from outside"},
      {"SIGKILL and no memory", with(by_signal(SIGKILL), [](Evidence& e) { e.killed_for_memory = true; }), Blame::resources,
       "out of memory: the system killed it when it had 1.5 GiB"},
      {"SIGTERM", with(seen(SIGTERM, {kDriver, kProgram}), [](Evidence& e) { e.sight->sender = 77; }), Blame::outside,
       "killed by SIGTERM, sent by process 77"},
      {"SIGHUP, passed on by a handler of the driver", seen(SIGHUP, {kLibrary, kDriver}), Blame::outside, "SIGHUP"},
      {"SIGSEGV from another process", with(seen(SIGSEGV, {kDriver}), [](Evidence& e) { e.sight->sender = 0; }),
       Blame::outside, "killed by SIGSEGV, sent from outside"},
      {"out of processor time", by_signal(SIGXCPU), Blame::resources, "out of processor time"},
      {"a file too large", by_signal(SIGXFSZ), Blame::resources, "a file would become too large"},
      {"no memory to be had", with(seen(SIGABRT, {kLibrary, kDriver}), [](Evidence& e) { e.sight->no_memory = true; }),
       Blame::resources, "out of memory when it had 1.5 GiB: killed by SIGABRT in libc.so.6, called from libpocl.so.2.10.0"},
      {"a full disk", with(seen(SIGBUS, {kDriver}), [](Evidence& e) { e.full_disk = "/tmp"; }), Blame::resources,
       "no room left on the disk of /tmp: killed by SIGBUS in libpocl.so.2.10.0"},
      {"a full disk is no excuse of ours", with(seen(SIGSEGV, {kProgram}), [](Evidence& e) { e.full_disk = "/tmp"; }),
       Blame::ours, "killed by SIGSEGV in classay itself"},
  };
  return all;
}

const std::vector<Row>& silent() {
  static const std::vector<Row> all{
      {"a hang of the driver", with(in_call(), [](Evidence& e) { e.hung = true; }), Blame::driver, "it hangs, in clFinish"},
      {"stopped in a call", with(in_call(), [](Evidence& e) { e.hung = e.is_stopped = true; }), Blame::outside,
       "it was stopped by a signal (SIGSTOP or its like) and not continued"},
      {"a hang of ours", with(watched(), [](Evidence& e) { e.hung = true; }), Blame::ours, "it hangs in classay itself"},
      {"output closed in a call", with(in_call(), [](Evidence& e) { e.stayed = true; }), Blame::driver, "closed its output"},
      {"output closed after a call", with(by_signal(SIGKILL, watched()), [](Evidence& e) { e.stayed = true; }),
       Blame::driver, "closed its output and stayed, after clFinish"},
      {"output closed, and no driver called", with({.is_watching = true}, [](Evidence& e) { e.stayed = true; }),
       Blame::unknown, "closed its output"},
      {"the thread ended in a call", with(exited(3, {}), [](Evidence& e) { e.thread_ended = true; }), Blame::driver,
       "the driver ended the thread that called it (pthread_exit), in clFinish"},
      {"standard input closed", with(exited(3, {}, watched()), [](Evidence& e) { e.closed_descriptor = 0; }), Blame::driver,
       "the driver closed standard input (descriptor 0), after clFinish"},
      {"output closed and seen", with(exited(3, {}, watched()), [](Evidence& e) { e.closed_descriptor = 5; }), Blame::driver,
       "the driver closed the worker's output (descriptor 5), after clFinish"},
  };
  return all;
}

std::vector<Row> rows() {
  std::vector<Row> all = ended();
  all.insert(all.end(), silent().begin(), silent().end());
  return all;
}

TEST(AttributeTest, EveryEndIsBlamedOnWhoCausedIt) {
  for (const Row& row : rows()) {
    const Attribution got = attribute(row.evidence);
    EXPECT_EQ(name(got.blame), name(row.blame)) << row.what << ": " << got.sentence;
    EXPECT_THAT(got.sentence, HasSubstr(row.sentence)) << row.what;
  }
}

// Windows reports a missing library as an exit code.
TEST(AttributeTest, ExitCodesOfWindowsErrorsAreHexadecimal) {
  EXPECT_EQ(attribute({.status = -1'073'741'515}).sentence, "exit code 0xc0000135 before a driver was loaded");
}

TEST(AttributeTest, TheAddressThatCouldNotBeUsedIsTold) {
  Evidence e = seen(SIGSEGV, {kDriver});
  e.sight->address = 0x10;
  e.kernel = "ask_f32_v4";
  EXPECT_EQ(attribute(e).sentence, "killed by SIGSEGV at address 0x10 in libpocl.so.2.10.0, in clFinish of ask_f32_v4");
}

TEST(AttributeTest, NothingThatTheDriverDidNotDoReadsAsIfItHad) {
  for (const Row& row : rows()) {
    if (row.blame == Blame::driver || row.evidence.sight) continue;
    EXPECT_THAT(attribute(row.evidence).sentence, Not(HasSubstr("libpocl"))) << row.what;
  }
}

TEST(AttributeTest, AJournalIsToldWhereItWasAndWhoCalled) {
  Evidence e = seen(SIGABRT, {kLibrary, {.code = Code::driver, .name = "libpocl.so", .offset = 0x1234}, kNowhere});
  const nlohmann::ordered_json json = to_json(e, attribute(e));
  EXPECT_EQ(json.at("blame"), "driver");
  EXPECT_EQ(json.at("signal"), "SIGABRT");
  EXPECT_EQ(json.at("in_call"), "clFinish");
  EXPECT_EQ(json.at("stack").dump(), R"(["libc.so.6+0x0","libpocl.so+0x1234"])");
}

}  // namespace
}  // namespace classay::ending
