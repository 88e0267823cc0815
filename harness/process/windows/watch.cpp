#include "harness/process/watch.h"

#include <io.h>

#include <algorithm>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "harness/process/descriptors.h"
#include "harness/process/own_program.h"
#include "harness/process/watched_page.h"
#include "harness/process/windows/exception.h"
#include "harness/process/windows/headers.h"
#include "harness/process/windows/image.h"

namespace classay::ending {
namespace {

LPTOP_LEVEL_EXCEPTION_FILTER drivers = nullptr;  // the filter of a driver that ours replaced

// The files that this process communicates through.
struct Relied {
  int descriptor;
  std::intptr_t handle;
};
std::vector<Relied> relied_on;

constexpr int kEndedOver = 3;          // exit code after a driver ended a thread or closed a descriptor
constexpr int kSentByItself = -6;      // as POSIX reports a call of abort
constexpr ULONG kGuarantee = 1 << 18;  // bytes of stack for the note, when a thread has used up its own

// Writes lines of the form of /proc/PID/maps, one per loaded file. Copies as much as fits; the rest stays zero.
class Maps {
 public:
  explicit Maps(std::array<char, Page::kMaps>& to) : to_(to) {}

  void add(std::uint64_t begin, std::uint64_t size, const char* path) {
    const std::size_t left = to_.size() - 1 - done_;
    const int n =
        std::snprintf(to_.data() + done_, left, "%" PRIx64 "-%" PRIx64 " r-xp 0 0:0 0 %s\n", begin, begin + size, path);
    if (n > 0 && static_cast<std::size_t>(n) < left) done_ += static_cast<std::size_t>(n);
  }

  void add_files() {
    std::array<HMODULE, 1024> images{};
    DWORD bytes = 0;
    if (::K32EnumProcessModules(::GetCurrentProcess(), images.data(), sizeof images, &bytes) == 0) return;
    const std::size_t count = std::min<std::size_t>(bytes / sizeof images[0], images.size());
    for (std::size_t i = 0; i < count; ++i) {
      MODULEINFO about{};
      if (::K32GetModuleInformation(::GetCurrentProcess(), images.at(i), &about, sizeof about) == 0) continue;
      add(reinterpret_cast<std::uint64_t>(about.lpBaseOfDll), about.SizeOfImage,  // NOLINT: an address
          windows::file_of(images.at(i)).c_str());
    }
  }

  // Code that belongs to no file was made at run time.
  void add_made(std::uint64_t address) {
    MEMORY_BASIC_INFORMATION about{};
    const auto* const place = reinterpret_cast<const void*>(address);  // NOLINT: an address
    if (::VirtualQuery(place, &about, sizeof about) == 0 || about.Type == MEM_IMAGE) return;
    constexpr DWORD kIsCode = PAGE_EXECUTE | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    if ((about.Protect & kIsCode) == 0) return;
    add(reinterpret_cast<std::uint64_t>(about.BaseAddress), about.RegionSize, "");  // NOLINT: an address
  }

 private:
  std::array<char, Page::kMaps>& to_;
  std::size_t done_ = 0;
};

// The stack may be invalid, so the system reads it and reports an error instead of a fault.
void copy_words(std::uint64_t stack) {
  SIZE_T bytes = 0;
  const auto* const from = reinterpret_cast<const void*>(stack);  // NOLINT: an address
  ::ReadProcessMemory(::GetCurrentProcess(), from, page->words.data(), sizeof page->words, &bytes);
  page->words_known = static_cast<std::uint32_t>(bytes / sizeof(std::uint64_t));
}

// Starts at the place of the context and walks to its callers.
void copy_frames(CONTEXT context) {
  for (std::uint32_t i = 0; i < Page::kFrames && context.Rip != 0; ++i) {
    page->frames.at(i) = context.Rip;
    page->frames_known = i + 1;
    DWORD64 base = 0;
    PRUNTIME_FUNCTION const function = ::RtlLookupFunctionEntry(context.Rip, &base, nullptr);
    if (function == nullptr) return;
    void* data = nullptr;
    DWORD64 frame = 0;
    ::RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, context.Rip, function, &context, &data, &frame, nullptr);
  }
}

// Returns the caller's context of the function that captured it.
CONTEXT caller_of(CONTEXT context) {
  DWORD64 base = 0;
  PRUNTIME_FUNCTION const function = ::RtlLookupFunctionEntry(context.Rip, &base, nullptr);
  void* data = nullptr;
  DWORD64 frame = 0;
  if (function != nullptr) {
    ::RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, context.Rip, function, &context, &data, &frame, nullptr);
  }
  return context;
}

bool is_without_memory() {
  constexpr std::size_t kSome = std::size_t{32} << 20;
  void* const some = ::VirtualAlloc(nullptr, kSome, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
  if (some == nullptr) return true;
  ::VirtualFree(some, 0, MEM_RELEASE);
  return false;
}

// A second thread must not end the process before the first has finished its note. The wait is bounded, because the first
// thread may itself fail.
void wait_for_note() {
  constexpr int kTries = 2000;
  for (int i = 0; i < kTries && page->is_noted == 0 && page->noted_by != own_thread(); ++i) ::Sleep(1);
}

// Records certain facts first. Walking the stack may fault and end the process, and then the note so far remains.
void take_note(DWORD exception, int code, std::uint64_t address, const CONTEXT& context) {
  if (!is_first(Kind::signal)) return wait_for_note();
  page->signal = windows::signal_of(exception);
  page->code = code;
  page->sender = code < 0 ? static_cast<std::int32_t>(::GetCurrentProcessId()) : 0;
  page->address = address;
  page->at = context.Rip;
  page->no_memory = is_without_memory() ? 1 : 0;
  Maps maps(page->maps_then);
  maps.add_files();
  maps.add_made(context.Rip);
  copy_words(context.Rsp);
  copy_frames(context);
  page->is_noted = 1;
}

// A driver may have unmapped the page.
bool has_page() {
  MEMORY_BASIC_INFORMATION about{};
  return ::VirtualQuery(page, &about, sizeof about) != 0 && about.State == MEM_COMMIT && about.Protect == PAGE_READWRITE;
}

DWORD WINAPI take_note_of(void* exception) {
  const auto& what = *static_cast<EXCEPTION_POINTERS*>(exception);
  const EXCEPTION_RECORD& record = *what.ExceptionRecord;
  const bool has_address = record.NumberParameters >= 2 && record.ExceptionCode == DWORD{EXCEPTION_ACCESS_VIOLATION};
  take_note(record.ExceptionCode, 1, has_address ? record.ExceptionInformation[1] : 0, *what.ContextRecord);
  return 0;
}

// A driver's thread that has used up its stack has no room for the note, so another thread takes it.
void take_note_elsewhere(EXCEPTION_POINTERS* what) {
  constexpr DWORD kMost = 10'000;  // ms
  HANDLE const thread = ::CreateThread(nullptr, 0, take_note_of, what, 0, nullptr);
  if (thread != nullptr) ::WaitForSingleObject(thread, kMost);
}

// Called for an exception without a handler. The process ends with the exception as its exit code, without a dialog.
LONG WINAPI end_by(EXCEPTION_POINTERS* what) {
  const EXCEPTION_RECORD& record = *what->ExceptionRecord;
  if (record.ExceptionCode == DWORD{EXCEPTION_STACK_OVERFLOW}) {
    take_note_elsewhere(what);
  } else if (has_page()) {
    take_note_of(what);
  }
  if (drivers != nullptr && drivers(what) == EXCEPTION_CONTINUE_EXECUTION) return EXCEPTION_CONTINUE_EXECUTION;
  ::TerminateProcess(::GetCurrentProcess(), record.ExceptionCode);
  return EXCEPTION_CONTINUE_SEARCH;
}

// The library of C has removed the handler by now, and a second thread that calls abort would end the process.
void end_by_abort(int signal) {
  std::signal(signal, end_by_abort);
  CONTEXT context{};
  ::RtlCaptureContext(&context);
  take_note(windows::kAborted, kSentByItself, 0, caller_of(context));  // the library of C, which raises the signal
  ::TerminateProcess(::GetCurrentProcess(), windows::kAborted);
}

void note_exit() {
  if (page->means_to_end != 0 || !is_first(Kind::exit)) return;
  Maps(page->maps_then).add_files();
  CONTEXT context{};
  ::RtlCaptureContext(&context);
  copy_frames(caller_of(context));
  page->is_noted = 1;
}

// The variable may be from another program, so its memory is checked.
Page* given_page() {
  const char* const given = std::getenv(windows::kPageVariable);
  if (given == nullptr) return nullptr;
  auto* const handle = reinterpret_cast<HANDLE>(std::strtoull(given, nullptr, 10));  // NOLINT: a handle
  ::SetEnvironmentVariableA(windows::kPageVariable, nullptr);                        // not for children of the driver
  void* const memory = ::MapViewOfFile(handle, FILE_MAP_WRITE, 0, 0, sizeof(Page));
  if (memory == nullptr) return nullptr;
  ::CloseHandle(handle);
  auto* const found = static_cast<Page*>(memory);
  if (found->magic == Page::kMagic) return found;
  ::UnmapViewOfFile(memory);
  return nullptr;
}

void handle_all() {
  const LPTOP_LEVEL_EXCEPTION_FILTER before = ::SetUnhandledExceptionFilter(end_by);
  if (before != end_by) drivers = before;
  std::signal(SIGABRT, end_by_abort);
}

}  // namespace

int own_thread() { return static_cast<int>(::GetCurrentThreadId()); }

void watch() {
  if (page != nullptr) return;
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  page = given_page();
  if (page == nullptr) return;
  static const AlternateStack of_this_thread;
  page->own_address = reinterpret_cast<std::uint64_t>(&watch);  // NOLINT: an address
  Maps(page->maps_before).add_files();
  handle_all();
  drivers = nullptr;
  std::atexit(note_exit);
  page->is_watching = 1;
}

void watch_again() {
  if (page == nullptr) return;
  forget_note();
  handle_all();
}

void end_over(Kind kind, std::string_view call, int descriptor) {
  if (page == nullptr) {
    const char* const did = kind == Kind::thread ? "ended the thread that called it" : "closed a descriptor of classay's";
    std::fprintf(stderr, "classay: the driver %s; last call: %.*s\n", did, static_cast<int>(call.size()), call.data());
  } else if (is_first(kind)) {
    if (!call.empty()) copy_name(page->call, call);
    page->descriptor = descriptor;
    page->is_noted = 1;
  }
  ::TerminateProcess(::GetCurrentProcess(), kEndedOver);
  std::abort();
}

void rely_on_descriptor(int descriptor) { relied_on.push_back({descriptor, ::_get_osfhandle(descriptor)}); }

void check_descriptors() {
  for (const Relied& r : relied_on) {
    const auto handle = reinterpret_cast<HANDLE>(r.handle);  // NOLINT: a handle
    const bool is_it = ::_get_osfhandle(r.descriptor) == r.handle && ::GetFileType(handle) != FILE_TYPE_UNKNOWN;
    if (!is_it) end_over(Kind::descriptor, {}, r.descriptor);
  }
}

AlternateStack::AlternateStack() {
  ULONG bytes = kGuarantee;
  ::SetThreadStackGuarantee(&bytes);
}

AlternateStack::~AlternateStack() = default;

}  // namespace classay::ending
