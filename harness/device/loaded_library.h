// Loads a third-party library through which devices are reached, at the first use. It is not linked, so that everything
// without a device works if it is missing. A library too old for some call works until that call is made.
#pragma once

#include <string>
#include <vector>

namespace classay {

struct LoadedLibrary {
  void* handle = nullptr;  // as in process/libraries.h
  std::string name;
  std::string trouble;  // without a handle: the reason

  // Throws DeviceError(unusable), with the names tried, if the library or the function is missing. `api`: its name in the
  // message.
  void* function(const char* called, const std::string& api) const;
  void require() const;  // throws the same error if the library is missing
};

// Loads the library that the variable names, or the first of `names` that loads. Error: "ABSENCE (what was tried); REMEDY".
LoadedLibrary load_named_by(const char* variable, const std::vector<std::string>& names, const std::string& absence,
                            const std::string& remedy);

}  // namespace classay
