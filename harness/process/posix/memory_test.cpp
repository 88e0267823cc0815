// Tests shared memory of POSIX, and counters and states of processes as Linux writes them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/process/host.h"
#include "harness/process/page.h"
#include "harness/process/system.h"

namespace classay::ending {
namespace {

TEST(SharedPageTest, AChildFindsItWhereNothingElseIs) {
  const SharedPage page;
  ASSERT_TRUE(page.exists());
  EXPECT_GT(static_cast<int>(page.handle()), kDescriptor);
  ASSERT_NE(page.copy(), nullptr);
  EXPECT_EQ(page.copy()->magic, Page::kMagic);
}

TEST(SharedPageTest, NobodyCanCutItShort) {
  const SharedPage page;
  if (::fcntl(static_cast<int>(page.handle()), F_GET_SEALS) <= 0) GTEST_SKIP() << "this system has no seals";
  EXPECT_NE(::ftruncate(static_cast<int>(page.handle()), 0), 0);
  EXPECT_NE(::ftruncate(static_cast<int>(page.handle()), sizeof(Page) + 1), 0);
  EXPECT_NE(page.copy(), nullptr);
}

// As on a system without seals.
TEST(SharedPageTest, OneThatWasCutShortOrWrittenOverIsNone) {
  const int file = ::memfd_create("unsealed", MFD_CLOEXEC);
  ASSERT_EQ(::ftruncate(file, sizeof(Page)), 0);
  EXPECT_EQ(SharedPage::copied_page(file), nullptr);
  const auto mark = Page::kMagic;
  ASSERT_EQ(::pwrite(file, &mark, sizeof mark, 0), static_cast<ssize_t>(sizeof mark));
  EXPECT_NE(SharedPage::copied_page(file), nullptr);
  for (const std::size_t size : {sizeof(Page) - 1, std::size_t{4096}, std::size_t{0}}) {
    ASSERT_EQ(::ftruncate(file, static_cast<off_t>(size)), 0);
    EXPECT_EQ(SharedPage::copied_page(file), nullptr) << size;
  }
  ::close(file);
  EXPECT_EQ(SharedPage::copied_page(-1), nullptr);
}

TEST(SystemTest, ACountStandsBehindItsWord) {
  EXPECT_EQ(number_behind("low 0\noom 5\noom_kill 3\noom_group_kill 9\n", "oom_kill"), 3U);
  EXPECT_EQ(number_behind("oom_kill_disable 0\nunder_oom 0\noom_kill 12\n", "oom_kill"), 12U);
  EXPECT_EQ(number_behind("", "oom_kill"), 0U);
}

TEST(SystemTest, AProcessIsStoppedByTheLetterBehindItsName) {
  EXPECT_TRUE(is_stopped_by("42 (classay) T 1 42"));
  EXPECT_TRUE(is_stopped_by("42 (a ) S 1) t 1 42"));
  EXPECT_FALSE(is_stopped_by("42 (T) S 1 42"));
  EXPECT_FALSE(is_stopped_by("42 (a"));
  EXPECT_FALSE(is_stopped_by("42 (a)"));
  EXPECT_FALSE(is_stopped_by(""));
  EXPECT_FALSE(is_stopped(own_process()));
}

}  // namespace
}  // namespace classay::ending
