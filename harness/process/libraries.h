// Loads shared libraries, and describes those that are loaded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace classay::libraries {

// Stands for all that this process has loaded, preloaded libraries included.
inline constexpr void* kThisProcess = nullptr;

// When the functions that a library uses are looked up. `lazy`: at their first call, so that a missing one does not matter
// until then.
enum class Binding : std::uint8_t { now, lazy };

// The loaders of back ends, by the names that they have on this system.
enum class Loader : std::uint8_t { opencl, level_zero, vulkan };
std::vector<std::string> names_of(Loader loader);

struct Loaded {
  void* handle = nullptr;
  std::string trouble;  // without a handle: the loader's reason
};
Loaded load(const std::string& file, Binding binding);
void unload(void* handle);

void* function_in(void* handle, const char* name);  // nullptr: none

// Return the file of a library as the loader reports it, and the file that contains an address; empty: unknown.
std::string file_of(void* handle);
std::string file_with(const void* address);

// The file of a library, and then those that it needs from its own folder, directly or through other ones. Throws
// std::runtime_error if the loader does not know the library.
std::vector<std::string> files_of(void* handle);

// Returns whether the file was replaced after the library of this file was loaded.
bool is_replaced(void* handle, const std::string& file);

// The functions that a library defines, in the order of its table. Throws like files_of.
std::vector<std::string> functions_of(void* handle);

}  // namespace classay::libraries
