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

#include "harness/process/evidence.h"
#include "harness/process/own_program.h"
#include "harness/process/page.h"
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

class Process::Child {
 public:
  ~Child() { stop(); }
  void stop();  // kills the group and closes all descriptors
  Exit wait();
  Exit kill();
  void drain_errors();
  void read_chunk();
  Exit reap(int status, std::uint64_t largest);

  pid_t pid = -1;
  int input = -1;
  int output = -1;
  int error = -1;
  std::string read;    // from its output, not yet taken
  std::string errors;  // the last part
  std::optional<Exit> exit;
  ending::SharedPage page;
  std::uint64_t killed_for_memory = 0;  // processes, before this one started
};

Process::Process(const std::vector<std::string>& argv, const std::vector<std::string>& environment, Output output)
    : child_(std::make_unique<Child>()) {
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe trouble;
  const std::vector<std::string> variables = environment_with(environment);
  const char* const file = argv.at(0) == own_program() ? own_file().c_str() : argv[0].c_str();
  const Image image{.file = file, .argv = pointers(argv), .environment = pointers(variables)};
  child_->killed_for_memory = ending::killed_for_memory();
  const pid_t parent = ::getpid();
  child_->pid = ::fork();
  if (child_->pid < 0) fail("fork");
  if (child_->pid == 0) {
    const bool is_piped = output == Output::piped;
    become(image,
           {in.read, is_piped ? out.write : STDOUT_FILENO, is_piped ? err.write : STDERR_FILENO,
            static_cast<int>(child_->page.handle()), trouble.write},
           parent);
  }
  ::setpgid(child_->pid, child_->pid);  // in both processes, so that a kill right after the fork finds the group
  close_quietly(in.read);
  close_quietly(out.write);
  close_quietly(err.write);
  close_quietly(trouble.write);
  child_->input = in.write;
  child_->output = out.read;
  child_->error = err.read;
  ::fcntl(child_->input, F_SETFL, O_NONBLOCK);
  ::fcntl(child_->output, F_SETFL, O_NONBLOCK);
  ::fcntl(child_->error, F_SETFL, O_NONBLOCK);
  if (const int why = taken_from(trouble.read); why != 0) {
    child_->stop();
    throw std::system_error(why, std::generic_category(), "cannot start " + argv[0]);
  }
}

Process::~Process() = default;

int Process::pid() const { return child_->pid; }
bool Process::has_line() const { return child_->read.find('\n') != std::string::npos; }
std::string Process::torn() const { return child_->read; }
Exit Process::wait() { return child_->wait(); }
Exit Process::kill() { return child_->kill(); }

void Process::Child::stop() {
  try {
    if (pid > 0) kill();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): another thread may have reaped the child
  }
  close_quietly(input);
  close_quietly(output);
  close_quietly(error);
}

bool Process::write_line(const std::string& line, Clock::time_point deadline) {
  const std::string text = line + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(child_->input, text.data() + done, text.size() - done);  // the supervisor ignores SIGPIPE
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN || Clock::now() >= deadline || child_->read.size() > kLongestLine) return false;
    // A child may wait for its output to be read before it reads more; reading here avoids a deadlock.
    std::array<pollfd, 2> fds{{{child_->input, POLLOUT, 0}, {child_->output, POLLIN, 0}}};
    if (::poll(fds.data(), child_->output < 0 ? 1 : 2, milliseconds_until(deadline)) < 0 && errno != EINTR) fail("poll");
    if (child_->output >= 0 && fds[1].revents != 0) child_->read_chunk();
    if (child_->error >= 0) child_->drain_errors();
  }
  return true;
}

void Process::close_input() { close_quietly(child_->input); }

void Process::Child::drain_errors() {
  std::array<char, 4096> chunk{};
  for (int chunks = 0; chunks < 64; ++chunks) {  // bounded, because a child may write faster than this reads
    const ssize_t n = ::read(error, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) close_quietly(error);
    if (n <= 0) break;
    errors.append(chunk.data(), static_cast<std::size_t>(n));
    if (errors.size() > 2 * kKeptErrors) errors.erase(0, errors.size() - kKeptErrors);
  }
}

std::string Process::errors() const {
  return child_->errors.size() <= kKeptErrors ? child_->errors : child_->errors.substr(child_->errors.size() - kKeptErrors);
}

void Process::Child::read_chunk() {
  std::array<char, 65536> chunk{};
  const ssize_t n = ::read(output, chunk.data(), chunk.size());
  if (n > 0) read.append(chunk.data(), static_cast<std::size_t>(n));
  if (n == 0) close_quietly(output);
}

Process::Read Process::read_line(std::string& line, Clock::time_point deadline, int other) {
  for (;;) {
    if (const std::size_t end = child_->read.find('\n'); end != std::string::npos) {
      line = child_->read.substr(0, end);
      child_->read.erase(0, end + 1);
      return Read::line;
    }
    if (child_->read.size() > kLongestLine) return Read::flooded;
    if (child_->output < 0) return Read::end;

    // poll ignores negative descriptors.
    std::array<pollfd, 3> fds{{{child_->output, POLLIN, 0}, {child_->error, POLLIN, 0}, {other, POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) fail("poll");
    if (fds[1].revents != 0) child_->drain_errors();
    if (fds[2].revents != 0) return Read::other;
    if (fds[0].revents != 0) {
      child_->read_chunk();
      continue;
    }
    if (Clock::now() >= deadline) return Read::timeout;
  }
}

Exit Process::Child::reap(int status, std::uint64_t largest) {
  exit = Exit{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
              .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
              .largest = largest};
  if (error >= 0) drain_errors();
  return *exit;
}

Exit Process::Child::wait() {
  if (exit) return *exit;
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0) {
    if (errno != EINTR) fail("wait4");
  }
  return reap(status, bytes_of(usage));
}

std::optional<Exit> Process::wait_until(Clock::time_point deadline) {
  for (;;) {
    if (child_->exit) return child_->exit;
    int status = 0;
    rusage usage{};
    const pid_t done = ::wait4(child_->pid, &status, WNOHANG, &usage);
    if (done == child_->pid) return child_->reap(status, bytes_of(usage));
    if (done < 0 && errno != EINTR) fail("wait4");
    if (Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

bool Process::is_in_driver() const { return ending::is_in_driver(child_->page.copy().get()); }

ending::Evidence Process::evidence() const {
  const Exit exit = child_->exit.value_or(Exit());
  ending::Evidence evidence{.signal = exit.signal, .status = exit.code, .largest = exit.largest};
  evidence.killed_for_memory = exit.signal == SIGKILL && ending::killed_for_memory() > child_->killed_for_memory;
  evidence.full_disk = ending::full_disk();
  evidence.has_page = child_->page.exists();
  const auto page = child_->page.copy();
  evidence.is_page_spoiled = evidence.has_page && page == nullptr;
  if (page != nullptr) ending::add_page(evidence, *page, child_->pid);
  return evidence;
}

void Process::terminate() {
  if (!child_->exit) ::kill(child_->pid, SIGTERM);
}

Exit Process::Child::kill() {
  // Kills the group even if its leader has ended, because helpers that a driver forked must not outlive it.
  ::kill(-pid, SIGKILL);
  return wait();
}

}  // namespace classay
