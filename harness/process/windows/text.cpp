#include "harness/process/windows/text.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cwchar>

#include "harness/process/windows/headers.h"

namespace {

constexpr std::size_t kInvalid = static_cast<std::size_t>(-1);
constexpr std::size_t kIncomplete = static_cast<std::size_t>(-2);
constexpr std::mbstate_t kHasSecondUnit = 0x100;  // with it, the state has four bits of the second unit

// The number of bytes of a character that begins with this byte, or 0.
constexpr std::size_t bytes_from(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

constexpr bool is_later_byte(unsigned char byte) { return (byte & 0xc0U) == 0x80; }

std::size_t invalid() {
  errno = EILSEQ;
  return kInvalid;
}

// Reads UTF-8 like mbrtowc. A character beyond U+FFFF is two units of UTF-16: the first is known after three of its bytes.
std::size_t read_unit(wchar_t& to, std::string_view from, std::mbstate_t& state) {
  if (from.empty()) return kIncomplete;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  if ((state & kHasSecondUnit) != 0) {
    if (!is_later_byte(byte(0))) return invalid();
    to = static_cast<wchar_t>(0xdc00 | (state & 0xf) << 6 | (byte(0) & 0x3f));
    state = 0;
    return 1;
  }
  const std::size_t all = bytes_from(byte(0));
  if (all == 0) return invalid();
  const std::size_t now = all == 4 ? 3 : all;
  if (from.size() < all) return kIncomplete;
  std::uint32_t code = all == 1 ? byte(0) : byte(0) & (0x7fU >> all);
  for (std::size_t i = 1; i < now; ++i) {
    if (!is_later_byte(byte(i))) return invalid();
    code = code << 6 | (byte(i) & 0x3fU);
  }
  if ((all == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) || (all == 4 && (code < 0x400 || code >= 0x4400))) {
    return invalid();
  }
  if (all == 4) {  // `code` lacks its last six bits
    state = static_cast<std::mbstate_t>(kHasSecondUnit | (code & 0xf));
    to = static_cast<wchar_t>(0xd800 + ((code - 0x400) >> 4));
  } else {
    to = static_cast<wchar_t>(code);
  }
  return code == 0 ? 0 : now;
}

}  // namespace

// The linker replaces mbrtowc by this (--wrap). libstdc++ makes UTF-16 of the text of a std::filesystem::path with it, and
// Windows has no locale in which it would read UTF-8.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size, std::mbstate_t* state) {  // NOLINT
  static std::mbstate_t own = 0;
  std::mbstate_t& used = state == nullptr ? own : *state;
  if (from == nullptr) return used = 0;
  wchar_t unit = 0;
  const std::size_t read = read_unit(unit, {from, size}, used);
  if (to != nullptr && read <= size) *to = unit;
  return read;
}

namespace classay::windows {

std::wstring wide(std::string_view utf8) {
  const int size = ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), static_cast<int>(utf8.size()), nullptr, 0);
  std::wstring text(static_cast<std::size_t>(size), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), static_cast<int>(utf8.size()), text.data(), size);
  return text;
}

std::string utf8(std::wstring_view wide) {
  const int size =
      ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), static_cast<int>(wide.size()), nullptr, 0, nullptr, nullptr);
  std::string text(static_cast<std::size_t>(size), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), static_cast<int>(wide.size()), text.data(), size, nullptr, nullptr);
  return text;
}

std::string message_of(unsigned long error) {
  std::array<wchar_t, 512> text{};
  const DWORD size = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, error, 0,
                                      text.data(), static_cast<DWORD>(text.size()), nullptr);
  std::string sentence = utf8({text.data(), size});
  while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '\r' || sentence.back() == ' ')) {
    sentence.pop_back();
  }
  return sentence.empty() ? "error " + std::to_string(error) : sentence;
}

void set_errno(unsigned long error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: errno = ENOENT; break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT: errno = EACCES; break;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: errno = EWOULDBLOCK; break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: errno = ENOSPC; break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED: errno = EPIPE; break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: errno = ENOMEM; break;
    default: errno = EIO; break;
  }
}

}  // namespace classay::windows
