#include "harness/run/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

namespace classay {
namespace {

[[noreturn]] void fail(const char* call) { throw std::system_error(errno, std::generic_category(), call); }

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe2");
    read = ends[0];
    write = ends[1];
  }
};

void close_quietly(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// Between fork and exec: only calls that are safe there.
[[noreturn]] void become(const std::vector<char*>& argv, int in, int out, int err, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a supervisor that is killed takes its workers with it
  if (::getppid() != parent) ::_exit(127);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::signal(SIGINT, SIG_IGN);  // the supervisor decides what an interrupt means
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

int milliseconds_until(Process::Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Process::Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left + 1, 0, 60'000));
}

}  // namespace

std::string Exit::text() const {
  if (signal == 0) return "exit code " + std::to_string(code);
  const char* name = ::sigabbrev_np(signal);
  return "killed by SIG" + std::string(name != nullptr ? name : std::to_string(signal).c_str());
}

Process::Process(const std::vector<std::string>& argv) {
  Pipe in;
  Pipe out;
  Pipe err;
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));  // execv promises not to write
  words.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) fail("fork");
  if (pid_ == 0) become(words, in.read, out.write, err.write, parent);
  ::setpgid(pid_, pid_);  // here too, so that a kill right after the fork finds the group
  close_quietly(in.read);
  close_quietly(out.write);
  close_quietly(err.write);
  input_ = in.write;
  output_ = out.read;
  error_ = err.read;
  ::fcntl(input_, F_SETFL, O_NONBLOCK);
  ::fcntl(output_, F_SETFL, O_NONBLOCK);
  ::fcntl(error_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  try {
    kill();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): whoever reaped the child before us is welcome
  }
  close_quietly(input_);
  close_quietly(output_);
  close_quietly(error_);
}

bool Process::write_line(const std::string& line, Clock::time_point deadline) {
  const std::string text = line + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(input_, text.data() + done, text.size() - done);  // SIGPIPE is ignored by the supervisor
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN || Clock::now() >= deadline || buffer_.size() > kLongestLine) return false;
    // A child that waits for its output to be read before it reads on must not wait for ever.
    std::array<pollfd, 2> fds{{{input_, POLLOUT, 0}, {output_, POLLIN, 0}}};
    if (::poll(fds.data(), output_ < 0 ? 1 : 2, milliseconds_until(deadline)) < 0 && errno != EINTR) fail("poll");
    if (output_ >= 0 && fds[1].revents != 0) read_chunk();
    if (error_ >= 0) drain_errors();
  }
  return true;
}

void Process::close_input() { close_quietly(input_); }

void Process::drain_errors() {
  std::array<char, 4096> chunk{};
  for (int chunks = 0; chunks < 64; ++chunks) {  // a child that floods faster than this reads must not hold it here
    const ssize_t n = ::read(error_, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) close_quietly(error_);
    if (n <= 0) break;
    errors_.append(chunk.data(), static_cast<std::size_t>(n));
    if (errors_.size() > 2 * kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
  }
}

std::string Process::errors() const {
  return errors_.size() <= kKeptErrors ? errors_ : errors_.substr(errors_.size() - kKeptErrors);
}

std::string Process::last_error() const {
  const std::string text = errors();
  const std::size_t end = text.find_last_not_of(" \n\r\t");
  if (end == std::string::npos) return "";
  const std::size_t before = text.rfind('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end - begin + 1);
}

void Process::read_chunk() {
  std::array<char, 65536> chunk{};
  const ssize_t n = ::read(output_, chunk.data(), chunk.size());
  if (n > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(n));
  if (n == 0) close_quietly(output_);
}

Process::Read Process::read_line(std::string& line, Clock::time_point deadline) {
  for (;;) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return Read::line;
    }
    if (buffer_.size() > kLongestLine) return Read::flooded;
    if (output_ < 0) return Read::end;

    std::array<pollfd, 2> fds{{{output_, POLLIN, 0}, {error_, POLLIN, 0}}};
    const int ready = ::poll(fds.data(), error_ < 0 ? 1 : 2, milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) fail("poll");
    if (error_ >= 0 && fds[1].revents != 0) drain_errors();
    if (fds[0].revents != 0) {
      read_chunk();
      continue;
    }
    if (Clock::now() >= deadline) return Read::timeout;
  }
}

Exit Process::reap(int status) {
  exit_ = Exit{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0, .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
  if (error_ >= 0) drain_errors();
  return *exit_;
}

Exit Process::wait() {
  if (exit_) return *exit_;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0) {
    if (errno != EINTR) fail("waitpid");
  }
  return reap(status);
}

std::optional<Exit> Process::wait_until(Clock::time_point deadline) {
  for (;;) {
    if (exit_) return exit_;
    int status = 0;
    const pid_t done = ::waitpid(pid_, &status, WNOHANG);
    if (done == pid_) return reap(status);
    if (done < 0 && errno != EINTR) fail("waitpid");
    if (Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

Exit Process::kill() {
  // The group, even when its leader has ended: helpers that a driver forked must not outlive it.
  ::kill(-pid_, SIGKILL);
  return wait();
}

}  // namespace classay
