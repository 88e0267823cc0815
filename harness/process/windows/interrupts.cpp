#include "harness/process/interrupts.h"

#include <array>
#include <atomic>

#include "harness/process/windows/headers.h"

namespace classay {
namespace {

// Written by the thread in which Windows calls the handler, read by the threads of a run.
std::atomic<int> interrupted = 0;
std::atomic<bool> is_noted_only = false;  // an Interrupts exists
std::atomic<bool> is_early_end_expected = false;

// Written before is_early_end_expected, or while `has_file` is false.
std::string_view last_words;
int last_code = 0;
std::array<wchar_t, 32768> file_to_remove;
std::atomic<bool> has_file = false;

// Ctrl-C, Ctrl-Break, the end of the console or of the session, and a stop by a service manager.
BOOL WINAPI take(DWORD /*event*/) {
  if (is_noted_only) {
    interrupted = 1;
    // Windows ends the process when the handler of a closed console returns, so the run gets its time to end.
    return TRUE;
  }
  if (!is_early_end_expected) return FALSE;
  if (has_file) ::DeleteFileW(file_to_remove.data());
  DWORD written = 0;
  ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), last_words.data(), static_cast<DWORD>(last_words.size()), &written, nullptr);
  ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(last_code));
  return TRUE;
}

void install() {
  static const bool is_installed = ::SetConsoleCtrlHandler(take, TRUE) != 0;
  static_cast<void>(is_installed);
}

}  // namespace

void expect_early_end(std::string_view message, int code) {
  last_words = message;
  last_code = code;
  is_early_end_expected = true;
  install();
}

void take_along(const std::filesystem::path& file) {
  has_file = false;
  const std::wstring& name = file.native();
  if (name.empty() || name.size() >= file_to_remove.size()) return;
  file_to_remove[name.copy(file_to_remove.data(), name.size())] = L'\0';
  has_file = true;
}

struct Interrupts::Before {
  bool was_early_end_expected = false;
};

Interrupts::Interrupts() : before_(std::make_unique<Before>()) {
  interrupted = 0;
  is_noted_only = true;
  is_early_end_expected = false;  // must not come back
  install();
}

Interrupts::~Interrupts() { is_noted_only = false; }

bool Interrupts::came() { return interrupted != 0; }

}  // namespace classay
