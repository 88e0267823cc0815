// Tests the owner of code at an address from lines of /proc/PID/maps, intact and damaged pages, and the system's counters.

#include "harness/process/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/process/page.h"
#include "harness/process/signals.h"
#include "harness/process/system.h"

namespace classay::ending {
namespace {

// POSIX's codes of a signal: an address without memory, and a process that sent it.
constexpr int kNoMemory = 1;
constexpr int kSent = 0;

constexpr const char* kBefore =
    "1000-2000 r-xp 00000000 08:01 11 /usr/bin/classay\n"
    "5000-6000 r-xp 00000000 08:01 12 /usr/lib/libc.so.6\n"
    "f000-f800 r-xp 00000000 00:00 0 [vdso]\n";
constexpr const char* kThen =
    "1000-2000 r-xp 00000000 08:01 11 /usr/bin/classay\n"
    "2000-3000 rw-p 00001000 08:01 11 /usr/bin/classay\n"
    "5000-6000 r-xp 00000000 08:01 12 /usr/lib/libc.so.6\n"
    "7000-8000 r-xp 00003000 08:01 13 /opt/a driver/libdriver.so.2\n"
    "9000-a000 rwxp 00000000 00:00 0 \n"
    "a000-b000 r-xp 00000000 08:01 14 /root/.cache/pocl/kcache/ab/k.so\n"
    "b000-c000 r-xp 00000000 00:01 15 /memfd:jit (deleted)\n"
    "f000-f800 r-xp 00000000 00:00 0 [vdso]\n";

Codes codes() { return {mappings_from(kBefore), mappings_from(kThen), 0x1234}; }

TEST(CodesTest, AnAddressBelongsToWhoeverBroughtItsCode) {
  EXPECT_EQ(codes().at(0x1500), (Place{Code::program, "classay", 0x500}));
  EXPECT_EQ(codes().at(0x5001), (Place{Code::library, "libc.so.6", 1}));
  EXPECT_EQ(codes().at(0x7010), (Place{Code::driver, "libdriver.so.2", 0x3010}));
  EXPECT_EQ(codes().at(0x9000).code, Code::made);
  EXPECT_EQ(codes().at(0xa000), (Place{Code::made, "k.so", 0}));
  EXPECT_EQ(codes().at(0xb000).code, Code::made);
  EXPECT_EQ(codes().at(0xf100).code, Code::library);
}

TEST(CodesTest, ADriverThatWasThereFromTheBeginningIsADriver) {
  const Codes codes(mappings_from(kBefore), mappings_from(kThen), 0x1234, 0x5500);
  EXPECT_EQ(codes.at(0x5001).code, Code::driver);
  EXPECT_EQ(codes.at(0x1500).code, Code::program);
}

TEST(CodesTest, ADriverBesideAProgramThatLiesAmongWhatIsTemporaryIsADriver) {
  const Codes codes(mappings_from("1000-2000 r-xp 00000000 08:01 11 /tmp/clone/build/classay\n"),
                    mappings_from("1000-2000 r-xp 00000000 08:01 11 /tmp/clone/build/classay\n"
                                  "7000-8000 r-xp 00000000 08:01 13 /tmp/clone/build/tests/libdriver.so\n"
                                  "8000-9000 r-xp 00000000 08:01 14 /tmp/clone/build/tests/gone.so (deleted)\n"
                                  "9000-a000 r-xp 00000000 08:01 15 /tmp/clone/builder/k.so\n"),
                    0x1234);
  EXPECT_EQ(codes.at(0x7010).code, Code::driver);
  EXPECT_EQ(codes.at(0x8010).code, Code::made);
  EXPECT_EQ(codes.at(0x9010).code, Code::made);
}

TEST(CodesTest, WhereNoCodeIsNobodyIs) {
  EXPECT_EQ(codes().at(0x2500).code, Code::elsewhere);  // data
  EXPECT_EQ(codes().at(0x10).code, Code::elsewhere);
  EXPECT_EQ(codes().at(0x2000).code, Code::elsewhere);
  EXPECT_EQ(codes().at(0xffff'ffff'ffff'ffff).code, Code::elsewhere);
}

TEST(CodesTest, LinesThatAreNoneAreLeftOut) { EXPECT_TRUE(mappings_from("no such thing\n\n-\n").empty()); }

class PageTest : public testing::Test {
 protected:
  PageTest() : page_(std::make_unique<Page>()) {
    page_->magic = Page::kMagic;
    page_->is_watching = 1;
    page_->own_address = 0x1234;
    std::strcpy(page_->maps_before.data(), kBefore);
    std::strcpy(page_->maps_then.data(), kThen);
  }

  void note(int signal, int code, std::vector<std::uint64_t> frames) {
    page_->kind = Kind::signal;
    page_->signal = signal;
    page_->code = code;
    page_->at = frames.at(2);
    std::ranges::copy(frames, page_->frames.begin());
    page_->frames_known = static_cast<std::uint32_t>(frames.size());
  }

  Evidence evidence() const {
    Evidence e{.signal = page_->kind == Kind::signal ? page_->signal : 0};
    add_page(e, *page_, 42);
    return e;
  }

  std::vector<Code> stack() const {
    const Evidence e = evidence();
    std::vector<Code> all;
    for (const Place& p : e.sight.value().stack) all.push_back(p.code);
    return all;
  }

  std::unique_ptr<Page> page_;
};

TEST_F(PageTest, TheStackBeginsWhereTheSignalCame) {
  note(SIGSEGV, kNoMemory, {0x1100, 0x5100, 0x7100, 0x7200, 0x1300});
  EXPECT_EQ(stack(), (std::vector{Code::driver, Code::driver, Code::program}));
}

TEST_F(PageTest, WhatLiesOnTheStackTellsWhoCalledWhatWentAstray) {
  note(SIGSEGV, kNoMemory, {0x1100, 0x5100, 0x20});
  page_->words = {0xdead'0000'0000'0000, 0x2500, 0x7200, 0x1300};
  page_->words_known = 4;
  EXPECT_EQ(stack(), (std::vector{Code::elsewhere, Code::driver, Code::program}));
}

TEST_F(PageTest, ASignalThatADriverGotOverIsNotTheEnd) {
  note(SIGSEGV, kNoMemory, {0x1100, 0x5100, 0x7100});
  Evidence by_another{.signal = SIGTERM};
  add_page(by_another, *page_, 42);
  EXPECT_FALSE(by_another.sight);
  Evidence by_exit{.status = 3};
  add_page(by_exit, *page_, 42);
  EXPECT_FALSE(by_exit.sight);
}

TEST_F(PageTest, AtAnExitTheStackBeginsBehindTheHook) {
  page_->kind = Kind::exit;
  page_->frames = {0x1100, 0x1110, 0x5100, 0x5200, 0x7100, 0x1300};
  page_->frames_known = 6;
  EXPECT_EQ(stack(), (std::vector{Code::library, Code::library, Code::driver, Code::program}));
}

TEST_F(PageTest, ASignalOfAnotherProcessHasASenderAndNoAddress) {
  note(SIGSEGV, kSent, {0x1100, 0x5100, 0x7100});
  page_->sender = 77;
  page_->address = 0x4d;
  EXPECT_EQ(evidence().sight->sender, 77);
  EXPECT_FALSE(evidence().sight->address);
  page_->sender = 42;  // the child itself
  EXPECT_FALSE(evidence().sight->sender);
}

TEST_F(PageTest, APageThatWasWrittenOverIsReadWithinItsBounds) {
  note(SIGSEGV, kNoMemory, {0x1100, 0x5100, 0x7100});
  page_->frames_known = page_->words_known = 0xffff'ffff;
  page_->maps_then.fill('x');
  page_->maps_before.fill('\xff');
  page_->call.fill('y');
  EXPECT_EQ(evidence().call.size(), Page::kName);
  EXPECT_EQ(stack().front(), Code::elsewhere);
}

TEST_F(PageTest, APageThatNobodyWroteSaysNothing) {
  page_->is_watching = 0;
  note(SIGSEGV, kNoMemory, {0x1100, 0x5100, 0x7100});
  EXPECT_FALSE(evidence().is_watching);
  EXPECT_FALSE(evidence().sight);
}

TEST(SystemTest, AProcessHasLessMemoryThanItsMachine) {
  EXPECT_GT(resident_memory(), std::uint64_t{1} << 20);
  EXPECT_GT(machine_memory(), resident_memory());
}

TEST(SystemTest, ADiskWithRoomIsNotFull) {
  EXPECT_EQ(full_disk_among({"", "/no/such/folder"}), "");
  EXPECT_EQ(full_disk_among({"/proc"}), "");  // has no size, but is not full
}

}  // namespace

// Tests every kind of end: the driver is blamed only for the actions of its own code.

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
      {"_exit before any call of the driver", exited(3, {}, watched()), Blame::unknown, "exit code 3 by _exit"},
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
      {"a full disk does not excuse the program", with(seen(SIGSEGV, {kProgram}), [](Evidence& e) { e.full_disk = "/tmp"; }),
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
