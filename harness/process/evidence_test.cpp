// Tests the owner of code at an address from lines of /proc/PID/maps, intact and damaged pages, and the system's counters.
#include "harness/process/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

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
}  // namespace classay::ending
