#include "harness/process/libraries.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "harness/process/windows/headers.h"
#include "harness/process/windows/image.h"
#include "harness/process/windows/text.h"

namespace classay::libraries {
namespace {

HMODULE image_of(void* handle) {
  return handle == kThisProcess ? ::GetModuleHandleW(nullptr) : static_cast<HMODULE>(handle);
}

}  // namespace

std::vector<std::string> names_of(Loader loader) {
  switch (loader) {
    case Loader::opencl: return {"OpenCL.dll"};
    case Loader::level_zero: return {"ze_loader.dll"};
    case Loader::vulkan: return {"vulkan-1.dll"};
  }
  return {};
}

// Windows looks up all functions at once. A path also finds the libraries in the folder of the file.
Loaded load(const std::string& file, Binding /*binding*/) {
  const bool is_path = file.find_first_of("/\\") != std::string::npos;
  const std::wstring name = is_path ? std::filesystem::absolute(file).make_preferred().native() : windows::wide(file);
  HMODULE const handle = ::LoadLibraryExW(name.c_str(), nullptr, is_path ? LOAD_WITH_ALTERED_SEARCH_PATH : 0);
  return {handle, handle == nullptr ? file + ": " + windows::message_of(::GetLastError()) : ""};
}

void unload(void* handle) { ::FreeLibrary(static_cast<HMODULE>(handle)); }

void* function_in(void* handle, const char* name) {
  return reinterpret_cast<void*>(::GetProcAddress(image_of(handle), name));  // NOLINT: a function
}

std::string file_of(void* handle) { return windows::file_of(image_of(handle)); }

std::string file_with(const void* address) {
  HMODULE image = nullptr;
  const BOOL is_found =
      ::GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                           static_cast<const wchar_t*>(address), &image);
  return is_found != 0 ? windows::file_of(image) : "";
}

std::vector<std::string> files_of(void* handle) {
  std::vector<HMODULE> all{image_of(handle)};
  std::vector<std::string> files;
  for (std::size_t i = 0; i < all.size(); ++i) {
    files.push_back(windows::file_of(all[i]));
    if (files.back().empty()) throw std::runtime_error("the loader does not say which file the library is");
    for (const std::string& name : windows::imported_libraries(all[i])) {
      HMODULE const needed = ::GetModuleHandleW(windows::wide(name).c_str());
      const auto folder = [](HMODULE image) { return std::filesystem::path(windows::file_of(image)).parent_path(); };
      if (needed != nullptr && folder(needed) == folder(all[0]) && std::ranges::find(all, needed) == all.end()) {
        all.push_back(needed);
      }
    }
  }
  return files;
}

// Windows does not let anyone replace the file of a loaded library.
bool is_replaced(void* /*handle*/, const std::string& /*file*/) { return false; }

std::vector<std::string> functions_of(void* handle) { return windows::exported_functions(image_of(handle)); }

}  // namespace classay::libraries
