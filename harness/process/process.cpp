#include "harness/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

#include "harness/process/attribute.h"
#include "harness/process/own_program.h"
#include "harness/process/system.h"

namespace classay {
namespace {

[[noreturn]] void fail(const char* call) { throw std::system_error(errno, std::generic_category(), call); }

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe2");
    read = moved(ends[0]);
    write = moved(ends[1]);
  }

 private:
  // Moves a descriptor above those that a child uses for other files.
  static int moved(int fd) {
    const int other = ::fcntl(fd, F_DUPFD_CLOEXEC, ending::kDescriptor + 1);
    ::close(fd);
    if (other < 0) fail("fcntl");
    return other;
  }
};

void close_quietly(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// execv and putenv do not modify these strings.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

// This process's variables, plus `more`, which takes precedence.
std::vector<std::string> environment_with(const std::vector<std::string>& more) {
  std::vector<std::string> all = more;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    const auto is_same = [&](const std::string& other) { return other.starts_with(name); };
    if (std::ranges::none_of(more, is_same)) all.emplace_back(text);
  }
  return all;
}

struct Image {
  const char* file;
  std::vector<char*> argv;
  std::vector<char*> environment;
};

struct Ends {
  int in;
  int out;
  int err;
  int page;
  int trouble;  // receives errno if exec fails; exec closes it on success
};

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become(const Image& image, const Ends& ends, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a supervisor that is killed also ends its workers
  if (::getppid() != parent) ::_exit(127);
  ::dup2(ends.in, STDIN_FILENO);
  ::dup2(ends.out, STDOUT_FILENO);
  ::dup2(ends.err, STDERR_FILENO);
  if (ends.page >= 0) ::dup2(ends.page, ending::kDescriptor);
  ::signal(SIGINT, SIG_IGN);  // the supervisor handles interrupts
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  ::execvpe(image.file, image.argv.data(), image.environment.data());  // glibc's version does not allocate
  const int why = errno;
  [[maybe_unused]] const ssize_t told = ::write(ends.trouble, &why, sizeof why);  // if the write fails, the exit code is
                                                                                  // still 127
  ::_exit(127);
}

// Reads the result of the child's start: errno, or 0 on success.
int taken_from(int& trouble) {
  int why = 0;
  ssize_t n = -1;
  do n = ::read(trouble, &why, sizeof why);
  while (n < 0 && errno == EINTR);
  close_quietly(trouble);
  return n == sizeof why ? why : 0;
}

std::uint64_t bytes_of(const rusage& usage) { return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024; }

int milliseconds_until(Process::Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Process::Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left + 1, 0, 60'000));
}

}  // namespace

bool Exit::is_stopped_from_outside() const {
  return signal == SIGTERM || signal == SIGHUP || signal == SIGINT || signal == SIGKILL;
}

std::string Exit::text() const {
  return signal == 0 ? "exit code " + std::to_string(code) : "killed by " + ending::signal_name(signal);
}

Process::Process(const std::vector<std::string>& argv, const std::vector<std::string>& environment, Output output) {
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe trouble;
  const std::vector<std::string> variables = environment_with(environment);
  const char* const file = argv.at(0) == own_program() ? kOwnFile : argv[0].c_str();
  const Image image{.file = file, .argv = pointers(argv), .environment = pointers(variables)};
  killed_for_memory_ = ending::killed_for_memory();
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) fail("fork");
  if (pid_ == 0) {
    const bool is_piped = output == Output::piped;
    become(image,
           {in.read, is_piped ? out.write : STDOUT_FILENO, is_piped ? err.write : STDERR_FILENO, page_.descriptor(),
            trouble.write},
           parent);
  }
  ::setpgid(pid_, pid_);  // in both processes, so that a kill right after the fork finds the group
  close_quietly(in.read);
  close_quietly(out.write);
  close_quietly(err.write);
  close_quietly(trouble.write);
  input_ = in.write;
  output_ = out.read;
  error_ = err.read;
  ::fcntl(input_, F_SETFL, O_NONBLOCK);
  ::fcntl(output_, F_SETFL, O_NONBLOCK);
  ::fcntl(error_, F_SETFL, O_NONBLOCK);
  if (const int why = taken_from(trouble.read); why != 0) {
    stop();
    throw std::system_error(why, std::generic_category(), "cannot start " + argv[0]);
  }
}

Process::~Process() { stop(); }

void Process::stop() {
  try {
    kill();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): another thread may have reaped the child
  }
  close_quietly(input_);
  close_quietly(output_);
  close_quietly(error_);
}

bool Process::write_line(const std::string& line, Clock::time_point deadline) {
  const std::string text = line + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(input_, text.data() + done, text.size() - done);  // the supervisor ignores SIGPIPE
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN || Clock::now() >= deadline || buffer_.size() > kLongestLine) return false;
    // A child may wait for its output to be read before it reads more; reading here avoids a deadlock.
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
  for (int chunks = 0; chunks < 64; ++chunks) {  // bounded, because a child may write faster than this reads
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

std::string last_line(const std::string& text) {
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

Process::Read Process::read_line(std::string& line, Clock::time_point deadline, int other) {
  for (;;) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return Read::line;
    }
    if (buffer_.size() > kLongestLine) return Read::flooded;
    if (output_ < 0) return Read::end;

    // poll ignores negative descriptors.
    std::array<pollfd, 3> fds{{{output_, POLLIN, 0}, {error_, POLLIN, 0}, {other, POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) fail("poll");
    if (fds[1].revents != 0) drain_errors();
    if (fds[2].revents != 0) return Read::other;
    if (fds[0].revents != 0) {
      read_chunk();
      continue;
    }
    if (Clock::now() >= deadline) return Read::timeout;
  }
}

Exit Process::reap(int status, std::uint64_t largest) {
  exit_ = Exit{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
               .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
               .largest = largest};
  if (error_ >= 0) drain_errors();
  return *exit_;
}

Exit Process::wait() {
  if (exit_) return *exit_;
  int status = 0;
  rusage usage{};
  while (::wait4(pid_, &status, 0, &usage) < 0) {
    if (errno != EINTR) fail("wait4");
  }
  return reap(status, bytes_of(usage));
}

std::optional<Exit> Process::wait_until(Clock::time_point deadline) {
  for (;;) {
    if (exit_) return exit_;
    int status = 0;
    rusage usage{};
    const pid_t done = ::wait4(pid_, &status, WNOHANG, &usage);
    if (done == pid_) return reap(status, bytes_of(usage));
    if (done < 0 && errno != EINTR) fail("wait4");
    if (Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

bool Process::is_in_driver() const {
  const auto page = page_.copy();
  return page == nullptr || page->is_watching == 0 || page->calls_under_way != 0;
}

ending::Evidence Process::evidence() const {
  const Exit exit = exit_.value_or(Exit());
  ending::Evidence evidence{.signal = exit.signal, .status = exit.code, .largest = exit.largest};
  evidence.killed_for_memory = exit.signal == SIGKILL && ending::killed_for_memory() > killed_for_memory_;
  evidence.full_disk = ending::full_disk();
  evidence.has_page = page_.exists();
  const auto page = page_.copy();
  evidence.is_page_spoiled = evidence.has_page && page == nullptr;
  if (page != nullptr) ending::add_page(evidence, *page, pid_);
  return evidence;
}

void Process::terminate() {
  if (!exit_) ::kill(pid_, SIGTERM);
}

Exit Process::kill() {
  // Kills the group even if its leader has ended, because helpers that a driver forked must not outlive it.
  ::kill(-pid_, SIGKILL);
  return wait();
}

}  // namespace classay
