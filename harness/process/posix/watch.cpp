#include "harness/process/watch.h"

#include <execinfo.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

#include "harness/process/watched_page.h"

namespace classay::ending {
namespace {

// Faults of the process itself, and signals sent to end it. Sanitizers handle the faults in their builds.
struct Watched {
  int signal;
  bool is_fault;
  bool is_ours;  // watched even where a driver has a handler
};
constexpr auto kWatched = std::to_array<Watched>({
    {.signal = SIGSEGV, .is_fault = true, .is_ours = true},
    {.signal = SIGBUS, .is_fault = true, .is_ours = true},
    {.signal = SIGILL, .is_fault = true, .is_ours = true},
    {.signal = SIGFPE, .is_fault = true, .is_ours = false},
    {.signal = SIGABRT, .is_fault = true, .is_ours = true},
    {.signal = SIGTRAP, .is_fault = true, .is_ours = true},
    {.signal = SIGSYS, .is_fault = true, .is_ours = true},
    {.signal = SIGHUP, .is_fault = false, .is_ours = true},
    {.signal = SIGINT, .is_fault = false, .is_ours = true},
    {.signal = SIGQUIT, .is_fault = false, .is_ours = true},
    {.signal = SIGTERM, .is_fault = false, .is_ours = true},
    {.signal = SIGALRM, .is_fault = false, .is_ours = false},
    {.signal = SIGUSR1, .is_fault = false, .is_ours = false},
    {.signal = SIGUSR2, .is_fault = false, .is_ours = false},
    {.signal = SIGXCPU, .is_fault = false, .is_ours = false},
});
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kTakesFaults = false;
#else
constexpr bool kTakesFaults = true;
#endif

// Handlers of a driver that ours replaced, by signal.
std::array<struct sigaction, NSIG> drivers;

// The files that this process communicates through.
struct Relied {
  int descriptor;
  dev_t device;
  ino_t inode;
};
std::vector<Relied> relied_on;

constexpr int kEndedOver = 3;  // exit status after a driver ended a thread or closed a descriptor

constexpr std::size_t kStack = std::size_t{128} << 10;

// Copies as much as fits; the rest stays zero.
void copy_maps(std::array<char, Page::kMaps>& to) {
  const int fd = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  for (std::size_t done = 0; done < to.size() - 1;) {
    const ssize_t n = ::read(fd, to.data() + done, to.size() - 1 - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  ::close(fd);
}

// Program counter and stack pointer; zero on unknown machines.
struct Registers {
  std::uint64_t at = 0;
  std::uint64_t stack = 0;
};
Registers registers_of([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  const auto& all = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return {static_cast<std::uint64_t>(all[REG_RIP]), static_cast<std::uint64_t>(all[REG_RSP])};
#elif defined(__aarch64__)
  const auto& all = static_cast<const ucontext_t*>(context)->uc_mcontext;
  return {all.pc, all.sp};
#else
  return {};
#endif
}

// The stack may be invalid, so the kernel reads it and reports an error instead of a fault.
void copy_words(std::uint64_t stack) {
  if (stack == 0) return;
  iovec here{page->words.data(), sizeof page->words};
  iovec there{reinterpret_cast<void*>(stack), sizeof page->words};  // NOLINT(performance-no-int-to-ptr): an address
  const ssize_t n = ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0);
  page->words_known = n > 0 ? static_cast<std::uint32_t>(static_cast<std::size_t>(n) / sizeof(std::uint64_t)) : 0;
}

void copy_frames() {
  std::array<void*, Page::kFrames> frames{};
  const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    page->frames.at(at) = reinterpret_cast<std::uint64_t>(frames.at(at));  // NOLINT: an address
  }
  page->frames_known = static_cast<std::uint32_t>(count);
}

// If this allocation fails, the earlier one probably failed too.
bool is_without_memory() {
  constexpr std::size_t kSome = std::size_t{32} << 20;
  void* const some = ::mmap(nullptr, kSome, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (some == MAP_FAILED) return true;
  ::munmap(some, kSome);
  return false;
}

// Restores a driver's handler, once, because it may install ours again.
void pass_on(int signal) {
  struct sigaction next {};
  next.sa_handler = SIG_DFL;
  std::swap(next, drivers.at(static_cast<std::size_t>(signal)));
  ::sigaction(signal, &next, nullptr);
}

}  // namespace

// gettid needs glibc 2.30.
int own_thread() { return static_cast<int>(::syscall(SYS_gettid)); }

namespace {

// A second thread must not end the process before the first has finished its note. The wait is bounded, because the first
// thread may itself fail.
void wait_for_note() {
  constexpr int kTries = 2000;
  constexpr timespec kSlice{0, 1'000'000};
  for (int i = 0; i < kTries && page->is_noted == 0 && page->noted_by != own_thread(); ++i) ::nanosleep(&kSlice, nullptr);
}

// Records certain facts first. Reading the stack may fault and end the process, and then the note so far remains.
void take_note(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (is_first(Kind::signal)) {
    const Registers registers = registers_of(context);
    page->signal = signal;
    page->code = info->si_code;
    page->sender = info->si_code <= 0 ? info->si_pid : 0;
    page->address = reinterpret_cast<std::uint64_t>(info->si_addr);  // NOLINT: an address
    page->at = registers.at;
    page->no_memory = is_without_memory() ? 1 : 0;
    copy_maps(page->maps_then);
    copy_words(registers.stack);
    copy_frames();
    page->is_noted = 1;
  } else {
    wait_for_note();
  }
  pass_on(signal);
  // A fault recurs when the handler returns; any other signal is sent again.
  const bool comes_again =
      info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE);
  if (!comes_again) ::raise(signal);
  errno = error;
}

void note_exit(int status, void* /*unused*/) {
  if (page->means_to_end != 0 || !is_first(Kind::exit)) return;
  page->code = status;
  copy_maps(page->maps_then);
  copy_frames();
  page->is_noted = 1;
}

// Checks that the descriptor has a page, because it may belong to something else.
Page* given_page() {
  struct stat file {};
  if (::fstat(kDescriptor, &file) != 0 || file.st_size != static_cast<off_t>(sizeof(Page))) return nullptr;
  void* const memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, kDescriptor, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* const given = static_cast<Page*>(memory);
  if (given->magic == Page::kMagic) return given;
  ::munmap(memory, sizeof(Page));
  return nullptr;
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == take_note;
}

void handle(int signal) {
  struct sigaction before {};
  ::sigaction(signal, nullptr, &before);
  if (is_ours(before) || before.sa_handler == SIG_IGN) return;
  drivers.at(static_cast<std::size_t>(signal)) = before;
  struct sigaction action {};
  action.sa_sigaction = take_note;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigfillset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void watch() {
  if (page != nullptr) return;
  page = given_page();
  if (page == nullptr) return;
  ::close(kDescriptor);  // neither the driver nor its children use it
  static const AlternateStack of_this_thread;
  page->own_address = reinterpret_cast<std::uint64_t>(&watch);  // NOLINT: an address
  copy_frames();                                                // the first call loads a library
  page->frames_known = 0;
  copy_maps(page->maps_before);
  for (const Watched& w : kWatched) {
    if (kTakesFaults || !w.is_fault) handle(w.signal);
  }
  ::on_exit(note_exit, nullptr);
  page->is_watching = 1;
}

void watch_again() {
  if (page == nullptr) return;
  forget_note();
  for (const Watched& w : kWatched) {
    if (w.is_ours && (kTakesFaults || !w.is_fault)) handle(w.signal);
  }
}

void end_over(Kind kind, std::string_view call, int descriptor) {
  if (page == nullptr) {
    const char* const did = kind == Kind::thread ? "ended the thread that called it" : "closed a descriptor of classay's";
    ::dprintf(STDERR_FILENO, "classay: the driver %s; last call: %.*s\n", did, static_cast<int>(call.size()), call.data());
  } else if (is_first(kind)) {
    if (!call.empty()) copy_name(page->call, call);
    page->descriptor = descriptor;
    page->is_noted = 1;
  }
  ::_exit(kEndedOver);
}

void rely_on_descriptor(int descriptor) {
  struct stat file {};
  if (::fstat(descriptor, &file) == 0) relied_on.push_back({descriptor, file.st_dev, file.st_ino});
}

void check_descriptors() {
  for (const Relied& r : relied_on) {
    struct stat file {};
    const bool is_it = ::fstat(r.descriptor, &file) == 0 && file.st_dev == r.device && file.st_ino == r.inode;
    if (!is_it) end_over(Kind::descriptor, {}, r.descriptor);
  }
}

AlternateStack::AlternateStack() {
  void* const memory = ::mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  memory_ = memory;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kStack;
  ::sigaltstack(&stack, nullptr);
}

AlternateStack::~AlternateStack() {
  if (memory_ == nullptr) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  ::sigaltstack(&none, nullptr);
  ::munmap(memory_, kStack);
}

}  // namespace classay::ending
