#include "harness/process/windows/image.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "harness/process/windows/text.h"

namespace classay::windows {
namespace {

const std::byte* base_of(HMODULE image) { return reinterpret_cast<const std::byte*>(image); }  // NOLINT: an address

template <class T>
const T* at(HMODULE image, std::uint32_t offset) {
  return reinterpret_cast<const T*>(base_of(image) + offset);  // NOLINT: an address
}

// Returns a table of the image; nullptr: it has none of this kind.
template <class T>
const T* table(HMODULE image, unsigned kind, std::uint32_t& size) {
  const auto* const dos = at<IMAGE_DOS_HEADER>(image, 0);
  const auto* const headers = at<IMAGE_NT_HEADERS>(image, static_cast<std::uint32_t>(dos->e_lfanew));
  const IMAGE_DATA_DIRECTORY& entry = headers->OptionalHeader.DataDirectory[kind];
  size = entry.Size;
  return entry.VirtualAddress == 0 ? nullptr : at<T>(image, entry.VirtualAddress);
}

}  // namespace

std::vector<std::string> exported_functions(HMODULE image) {
  std::uint32_t size = 0;
  const auto* const exports = table<IMAGE_EXPORT_DIRECTORY>(image, IMAGE_DIRECTORY_ENTRY_EXPORT, size);
  std::vector<std::string> names;
  if (exports == nullptr) return names;
  for (const DWORD offset : std::span(at<DWORD>(image, exports->AddressOfNames), exports->NumberOfNames)) {
    names.emplace_back(at<char>(image, offset));
  }
  return names;
}

std::vector<std::string> imported_libraries(HMODULE image) {
  std::uint32_t size = 0;
  std::vector<std::string> names;
  for (const auto* entry = table<IMAGE_IMPORT_DESCRIPTOR>(image, IMAGE_DIRECTORY_ENTRY_IMPORT, size);
       entry != nullptr && entry->Name != 0; ++entry) {
    names.emplace_back(at<char>(image, entry->Name));
  }
  return names;
}

// The record "RSDS" of the debug directory begins with a hash of 16 bytes.
std::string build_id(HMODULE image) {
  std::uint32_t size = 0;
  const auto* const entries = table<IMAGE_DEBUG_DIRECTORY>(image, IMAGE_DIRECTORY_ENTRY_DEBUG, size);
  for (std::uint32_t i = 0; entries != nullptr && i < size / sizeof *entries; ++i) {
    if (entries[i].Type != IMAGE_DEBUG_TYPE_CODEVIEW || entries[i].SizeOfData < 20) continue;
    const auto* const record = at<unsigned char>(image, entries[i].AddressOfRawData);
    if (std::memcmp(record, "RSDS", 4) != 0) continue;
    std::string hex;
    for (const unsigned char byte : std::span(record + 4, 16)) hex += fmt::format("{:02x}", byte);
    return hex;
  }
  return "";
}

std::string file_of(HMODULE image) {
  std::array<wchar_t, 32768> path{};
  const DWORD size = ::GetModuleFileNameW(image, path.data(), static_cast<DWORD>(path.size()));
  return utf8({path.data(), size});
}

}  // namespace classay::windows
