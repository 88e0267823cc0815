// Every call into a driver, a loader or a library goes through call_driver(). It restores the thread's floating-point
// environment, on which a caller may rely and which a driver may break. It recognises a call that does not return because
// it throws or ends the calling thread.
//
// Where a driver does something to its caller that is not an error of a call, a note records it for journals.
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

// Sentences about what drivers did in this process, each once, in the order in which they did it.
std::vector<std::string> driver_notes();
void note_of_driver(const std::string& sentence);

// "clFlush left ...": an environment that was found, and restored.
void note_environment(std::string_view call, FloatEnvironment found);

// Throws DeviceError(misreported): a call reports success, but its outcome contradicts that.
[[noreturn]] void misreported(std::string_view call, std::string_view success, std::string_view but);
[[noreturn]] void threw(std::string_view call, const char* what);  // what: nullptr where it is unknown

// Returns the number of items that a driver reports. Throws DeviceError(misreported) where no system has so many.
std::size_t believable_count(std::string_view call, std::uint64_t count);
// Returns how many bytes of a text or list to read if a driver reports this size: no more than any device has.
std::size_t believable_size(std::string_view what, std::uint64_t bytes);
// A number of bytes of memory, as journals can hold it.
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
