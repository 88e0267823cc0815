// Tests pipes that another process or a library has made non-blocking.
#include "harness/process/descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

namespace classay {
namespace {

class WaitingTest : public testing::Test {
 protected:
  WaitingTest() {
    std::signal(SIGPIPE, SIG_IGN);  // as the program does
    if (::pipe2(ends_.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("no pipe");
  }
  ~WaitingTest() override {
    for (const int fd : ends_) ::close(fd);
  }
  void close(int which) { ::close(std::exchange(ends_.at(static_cast<std::size_t>(which)), -1)); }

  std::array<int, 2> ends_{};
};

// More than a pipe can hold, so that both sides must wait.
TEST_F(WaitingTest, NothingIsLostOnTheWay) {
  const std::string text(std::size_t{1} << 20, 'x');
  std::string got;
  std::jthread reader([&] {
    std::array<char, 1000> chunk{};
    while (got.size() < text.size()) {
      const ssize_t n = read_waiting(ends_[0], chunk.data(), chunk.size());
      if (n <= 0) break;
      got.append(chunk.data(), static_cast<std::size_t>(n));
    }
  });
  EXPECT_TRUE(write_waiting(ends_[1], text));
  reader.join();
  EXPECT_EQ(got, text);
}

TEST_F(WaitingTest, AnEndIsAnEnd) {
  EXPECT_TRUE(write_waiting(ends_[1], "last"));
  close(1);
  std::array<char, 16> chunk{};
  EXPECT_EQ(read_waiting(ends_[0], chunk.data(), chunk.size()), 4);
  EXPECT_EQ(read_waiting(ends_[0], chunk.data(), chunk.size()), 0);
}

TEST_F(WaitingTest, AnErrorIsNotWaitedFor) {
  close(0);
  EXPECT_FALSE(write_waiting(ends_[1], "to nobody"));
  EXPECT_EQ(errno, EPIPE);
  char one = 0;
  EXPECT_EQ(read_waiting(-1, &one, 1), -1);
  EXPECT_EQ(errno, EBADF);
  EXPECT_FALSE(write_waiting(-1, "x"));
}

}  // namespace
}  // namespace classay
