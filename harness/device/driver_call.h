// Wraps every call into a driver, a loader or a library: each goes through call_driver(). It restores the thread's
// floating-point environment, on which a caller may rely and which a driver may break. It recognises a call that does not
// return because it throws or ends the calling thread.
//
// If a driver does something to its caller that is not an error of a call, a note records it for journals.
#pragma once

#include <cxxabi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "reference/cpu/float_environment.h"

namespace classay {

// Returns sentences about side effects of drivers in this process, each once, in order of occurrence.
std::vector<std::string> driver_notes();
void note_of_driver(const std::string& sentence);

// Notes "clFlush left ...": a changed environment that was restored.
void note_environment(std::string_view call, FloatEnvironment found);

// Throws DeviceError(misreported): a call reports success, but its outcome contradicts that.
[[noreturn]] void misreported(std::string_view call, std::string_view success, std::string_view but);
[[noreturn]] void threw(std::string_view call, const char* what);  // what: nullptr if unknown

// Returns the number of items that a driver reports. Throws DeviceError(misreported) if no system has so many.
std::size_t believable_count(std::string_view call, std::uint64_t count);
// Returns the work-group size that a kernel requires according to the driver. Throws DeviceError(misreported) if no kernel
// of classay requires so many work-items.
std::size_t believable_group_size(std::string_view call, std::uint64_t size);
// Returns how many bytes of a text or list to read if a driver reports this size: no more than any device has.
std::size_t believable_size(std::string_view what, std::uint64_t bytes);
// Returns the number of bytes of memory, limited to what journals can hold.
std::uint64_t believable_memory(std::string_view what, std::uint64_t bytes);

[[noreturn]] void thread_ended_in(std::string_view call);

inline void restore_after(std::string_view call) {
  if (const auto found = restore_float_environment()) note_environment(call, *found);
}

template <class Function, class... Arguments>
auto call_driver(const char* call, Function function, Arguments... arguments) {
  try {
    if constexpr (std::is_void_v<decltype(function(arguments...))>) {
      function(arguments...);
      restore_after(call);
    } else {
      const auto result = function(arguments...);
      restore_after(call);
      return result;
    }
#ifdef __GLIBCXX__
  } catch (abi::__forced_unwind&) {
    thread_ended_in(call);
#endif
  } catch (const std::exception& e) {
    restore_after(call);
    threw(call, e.what());
  } catch (...) {
    restore_after(call);
    threw(call, nullptr);
  }
}

}  // namespace classay
