// A library of others through which devices are reached: loaded when it is first needed and not linked, so that everything
// that needs no device works where there is none, and one that is older than some call is as good as any until that call is
// made.
#pragma once

#include <string>
#include <vector>

namespace classay {

struct LoadedLibrary {
  void* handle = nullptr;  // as dlsym takes it
  std::string name;
  std::string trouble;  // without a handle: what went wrong

  // Throws DeviceError(unusable), with what was tried, when there is no library, or no such function in it. `api`: what it
  // is called for.
  void* function(const char* called, const std::string& api) const;
  void require() const;  // throws the same when there is none
};

// The one that the variable names, or the first of `names` that loads. "ABSENCE (what was tried); REMEDY".
LoadedLibrary load_named_by(const char* variable, const std::vector<std::string>& names, const std::string& absence,
                            const std::string& remedy);

}  // namespace classay
