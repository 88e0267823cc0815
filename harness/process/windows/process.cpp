#include "harness/process/process.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cwchar>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "harness/process/descriptors.h"
#include "harness/process/own_program.h"
#include "harness/process/page.h"
#include "harness/process/system.h"
#include "harness/process/windows/exception.h"
#include "harness/process/windows/headers.h"
#include "harness/process/windows/text.h"

namespace classay {
namespace {

using std::chrono::milliseconds;
using windows::wide;

// Few errors of Windows have a counterpart in errno: the message names the others.
[[noreturn]] void fail(const std::string& what) {
  const DWORD error = ::GetLastError();
  windows::set_errno(error);
  const int code = errno;  // before a call below changes it
  const std::string name = code == EIO ? " (error " + std::to_string(error) + ": " + windows::message_of(error) + ")" : "";
  throw std::system_error(code, std::generic_category(), what + name);
}

// A handle of Windows, closed by the destructor.
class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { close(); }
  HANDLE get() const { return handle_; }
  void close() {
    if (handle_ != nullptr) ::CloseHandle(handle_);
    handle_ = nullptr;
  }

 private:
  HANDLE handle_ = nullptr;
};

SECURITY_ATTRIBUTES inherited() { return {.nLength = sizeof(SECURITY_ATTRIBUTES), .bInheritHandle = TRUE}; }

struct Pipe {
  Handle own;
  Handle childs;
};

constexpr DWORD kPipeSize = 1 << 16;

// A pipe from the child, read by a thread.
Pipe pipe_from_child() {
  SECURITY_ATTRIBUTES attributes = inherited();
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  if (::CreatePipe(&read, &write, &attributes, kPipeSize) == 0) fail("CreatePipe");
  ::SetHandleInformation(read, HANDLE_FLAG_INHERIT, 0);
  return {.own = Handle(read), .childs = Handle(write)};
}

// A pipe to the child. Only a named one can be written to with a deadline.
Pipe pipe_to_child() {
  static std::atomic<unsigned> number = 0;
  const std::wstring name =
      wide("\\\\.\\pipe\\classay-" + std::to_string(::GetCurrentProcessId()) + "-" + std::to_string(++number));
  Handle own(::CreateNamedPipeW(name.c_str(), PIPE_ACCESS_OUTBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, kPipeSize, kPipeSize, 0, nullptr));
  if (own.get() == nullptr) fail("CreateNamedPipe");
  SECURITY_ATTRIBUTES attributes = inherited();
  Handle childs(::CreateFileW(name.c_str(), GENERIC_READ, 0, &attributes, OPEN_EXISTING, 0, nullptr));
  if (childs.get() == nullptr) fail("CreateFile");
  return {.own = std::move(own), .childs = std::move(childs)};
}

// As the library of C splits a command line into arguments.
std::wstring quoted(const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring::npos) return word;
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') text.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text.append(backslashes, L'\\') + L"\"";
}

std::wstring command_line(const std::vector<std::string>& argv) {
  std::wstring line;
  for (const std::string& word : argv) line += (line.empty() ? L"" : L" ") + quoted(wide(word));
  return line;
}

// This process's variables, plus `more`, which takes precedence.
std::wstring environment_with(const std::vector<std::string>& more) {
  std::wstring all;
  for (const std::string& variable : more) all += wide(variable) + L'\0';
  wchar_t* const own = ::GetEnvironmentStringsW();
  for (const wchar_t* variable = own; *variable != L'\0'; variable += std::wcslen(variable) + 1) {
    const std::wstring text(variable);
    const std::wstring name = text.substr(0, text.find(L'=', 1) + 1);
    const auto is_same = [&](const std::string& other) { return wide(other).starts_with(name); };
    if (std::ranges::none_of(more, is_same)) all += text + L'\0';
  }
  ::FreeEnvironmentStringsW(own);
  return all + L'\0';
}

// Returns the file to start; empty: Windows searches for it in PATH.
std::wstring file_of(const std::string& word) {
  if (word == own_program()) return own_file().native();
  if (word.find_first_of("/\\") == std::string::npos) return L"";
  std::filesystem::path file = std::filesystem::absolute(word).make_preferred();
  std::error_code error;
  if (!std::filesystem::exists(file, error)) file += ".exe";
  return file.native();
}

DWORD milliseconds_until(Process::Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<milliseconds>(deadline - Process::Clock::now()).count();
  return static_cast<DWORD>(std::clamp<long long>(left + 1, 0, 60'000));
}

}  // namespace

class Process::Child {
 public:
  ~Child() {
    if (process.get() != nullptr) kill();
    for (std::thread& reader : readers) reader.join();
  }
  void start(const std::vector<std::string>& argv, const std::vector<std::string>& environment, Output how);
  Exit kill();
  std::optional<Exit> wait(DWORD limit);

  Handle job;
  Handle process;
  Handle input;
  DWORD pid = 0;
  std::optional<Exit> exit;
  ending::SharedPage page;

  std::mutex mutex;  // guards the members below
  std::condition_variable changed;
  std::string read;    // from its output, not yet taken
  std::string errors;  // the last part
  bool has_output_ended = false;
  bool is_over = false;  // no more of the output is taken
  std::vector<std::thread> readers;

 private:
  void read_all(const Handle& from, bool is_output);
};

// A child that writes faster than its lines are taken has to wait.
void Process::Child::read_all(const Handle& from, bool is_output) {
  std::string chunk(kPipeSize, '\0');
  DWORD size = 0;
  while (::ReadFile(from.get(), chunk.data(), static_cast<DWORD>(chunk.size()), &size, nullptr) != 0) {
    std::unique_lock lock(mutex);
    std::string& text = is_output ? read : errors;
    text.append(chunk, 0, size);
    changed.notify_all();
    if (is_output) {
      changed.wait(lock, [&] { return read.size() <= 2 * kLongestLine || is_over; });
    } else if (text.size() > 2 * kKeptErrors) {
      text.erase(0, text.size() - kKeptErrors);
    }
  }
  const std::scoped_lock lock(mutex);
  if (is_output) has_output_ended = true;
  changed.notify_all();
}

void Process::Child::start(const std::vector<std::string>& argv, const std::vector<std::string>& environment, Output how) {
  Pipe in = pipe_to_child();
  Pipe out = pipe_from_child();
  Pipe err = pipe_from_child();
  std::vector<std::string> variables = environment;
  variables.push_back(std::string(windows::kPageVariable) + "=" + std::to_string(page.handle()));

  std::vector<HANDLE> handles{in.childs.get(), out.childs.get(), err.childs.get()};
  if (how == Output::inherited) {
    handles[1] = ::GetStdHandle(STD_OUTPUT_HANDLE);
    handles[2] = ::GetStdHandle(STD_ERROR_HANDLE);
    for (HANDLE const handle : {handles[1], handles[2]})
      ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  }
  STARTUPINFOEXW startup{};
  startup.StartupInfo.cb = sizeof startup;
  startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  startup.StartupInfo.hStdInput = handles[0];
  startup.StartupInfo.hStdOutput = handles[1];
  startup.StartupInfo.hStdError = handles[2];
  if (page.exists()) handles.push_back(reinterpret_cast<HANDLE>(page.handle()));  // NOLINT: a handle
  std::ranges::sort(handles);
  handles.erase(std::unique(handles.begin(), handles.end()), handles.end());

  // Windows ends all processes of the job when the last handle of it is closed, also if this process is killed. The child is
  // in the job from its first moment, so that it never outlives this process.
  job = Handle(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);

  SIZE_T size = 0;
  ::InitializeProcThreadAttributeList(nullptr, 2, 0, &size);
  std::vector<std::byte> memory(size);
  startup.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory.data());  // NOLINT: its memory
  if (::InitializeProcThreadAttributeList(startup.lpAttributeList, 2, 0, &size) == 0)
    fail("InitializeProcThreadAttributeList");
  ::UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles.data(),
                              handles.size() * sizeof(HANDLE), nullptr, nullptr);
  HANDLE in_job = job.get();
  ::UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, static_cast<void*>(&in_job),
                              sizeof in_job, nullptr, nullptr);

  std::wstring line = command_line(argv);
  std::wstring block = environment_with(variables);
  const std::wstring file = file_of(argv.at(0));
  PROCESS_INFORMATION made{};
  const BOOL is_started =
      ::CreateProcessW(file.empty() ? nullptr : file.c_str(), line.data(), nullptr, nullptr, TRUE,
                       CREATE_NEW_PROCESS_GROUP | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT, block.data(),
                       nullptr, &startup.StartupInfo, &made);
  const DWORD why = ::GetLastError();
  ::DeleteProcThreadAttributeList(startup.lpAttributeList);
  if (is_started == 0) {
    ::SetLastError(why);
    fail("cannot start " + argv[0]);
  }
  process = Handle(made.hProcess);
  pid = made.dwProcessId;
  ::CloseHandle(made.hThread);
  input = std::move(in.own);
  readers.emplace_back([this, from = std::move(out.own)] { read_all(from, true); });
  readers.emplace_back([this, from = std::move(err.own)] { read_all(from, false); });
}

Process::Process(const std::vector<std::string>& argv, const std::vector<std::string>& environment, Output output)
    : child_(std::make_unique<Child>()) {
  child_->start(argv, environment, output);
}

Process::~Process() = default;

int Process::pid() const { return static_cast<int>(child_->pid); }

bool Process::write_line(const std::string& line, Clock::time_point deadline) {
  const std::string text = line + "\n";
  const Handle event(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  OVERLAPPED writing{};
  writing.hEvent = event.get();
  DWORD written = 0;
  if (::WriteFile(child_->input.get(), text.data(), static_cast<DWORD>(text.size()), nullptr, &writing) == 0) {
    if (::GetLastError() != ERROR_IO_PENDING) return false;
    while (::WaitForSingleObject(event.get(), milliseconds_until(deadline)) == WAIT_TIMEOUT) {
      if (Clock::now() < deadline) continue;
      ::CancelIoEx(child_->input.get(), &writing);
      break;
    }
  }
  return ::GetOverlappedResult(child_->input.get(), &writing, &written, TRUE) != 0 && written == text.size();
}

void Process::close_input() { child_->input.close(); }

bool Process::has_line() const {
  const std::scoped_lock lock(child_->mutex);
  return child_->read.find('\n') != std::string::npos;
}

std::string Process::torn() const {
  const std::scoped_lock lock(child_->mutex);
  return child_->read;
}

std::string Process::errors() const {
  const std::scoped_lock lock(child_->mutex);
  const std::string& all = child_->errors;
  return all.size() <= kKeptErrors ? all : all.substr(all.size() - kKeptErrors);
}

Process::Read Process::read_line(std::string& line, Clock::time_point deadline, int other) {
  constexpr milliseconds kSlice{10};  // between two looks at the other descriptor
  std::unique_lock lock(child_->mutex);
  for (;;) {
    if (const std::size_t end = child_->read.find('\n'); end != std::string::npos) {
      line = child_->read.substr(0, end);
      child_->read.erase(0, end + 1);
      child_->changed.notify_all();
      return Read::line;
    }
    if (child_->read.size() > kLongestLine) return Read::flooded;
    if (child_->has_output_ended) return Read::end;
    if (other >= 0 && is_ready_to_read(other)) return Read::other;
    if (Clock::now() >= deadline) return Read::timeout;
    milliseconds most(milliseconds_until(deadline));
    if (other >= 0) most = std::min(most, kSlice);
    child_->changed.wait_for(lock, most);
  }
}

// The exit code of a process that an exception ended is the exception.
std::optional<Exit> Process::Child::wait(DWORD limit) {
  if (exit) return exit;
  if (::WaitForSingleObject(process.get(), limit) != WAIT_OBJECT_0) return std::nullopt;
  DWORD code = 0;
  ::GetExitCodeProcess(process.get(), &code);
  PROCESS_MEMORY_COUNTERS memory{};
  memory.cb = sizeof memory;
  ::K32GetProcessMemoryInfo(process.get(), &memory, sizeof memory);
  const int signal = windows::signal_of(code);
  exit = Exit{.code = signal == 0 ? static_cast<int>(code) : 0, .signal = signal, .largest = memory.PeakWorkingSetSize};
  return exit;
}

Exit Process::wait() { return child_->wait(INFINITE).value_or(Exit()); }

std::optional<Exit> Process::wait_until(Clock::time_point deadline) {
  for (;;) {
    const std::optional<Exit> exit = child_->wait(milliseconds_until(deadline));
    if (exit || Clock::now() >= deadline) return exit;
  }
}

bool Process::is_in_driver() const { return ending::is_in_driver(child_->page.copy().get()); }

ending::Evidence Process::evidence() const {
  const Exit exit = child_->exit.value_or(Exit());
  ending::Evidence evidence{.signal = exit.signal, .status = exit.code, .largest = exit.largest};
  evidence.full_disk = ending::full_disk();
  evidence.has_page = child_->page.exists();
  const auto page = child_->page.copy();
  evidence.is_page_spoiled = evidence.has_page && page == nullptr;
  if (page != nullptr) ending::add_page(evidence, *page, static_cast<int>(child_->pid));
  return evidence;
}

void Process::terminate() {
  if (!child_->exit) ::GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, child_->pid);
}

// Kills the group even if its leader has ended, because helpers that a driver started must not outlive it.
Exit Process::Child::kill() {
  {
    const std::scoped_lock lock(mutex);
    is_over = true;
    changed.notify_all();
  }
  ::TerminateJobObject(job.get(), windows::kKilled);
  return wait(INFINITE).value_or(Exit());
}

Exit Process::kill() { return child_->kill(); }

}  // namespace classay
