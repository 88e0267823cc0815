#include "harness/device/loaded_library.h"

#include <cstdlib>

#include "harness/device/backend.h"
#include "harness/device/driver_call.h"
#include "harness/process/libraries.h"

namespace classay {
namespace {

LoadedLibrary load(const std::vector<std::string>& names, const std::string& absence, const std::string& remedy) {
  std::string trouble;
  for (const std::string& name : names) {
    const libraries::Loaded loaded = libraries::load(name, libraries::Binding::now);
    restore_after("loading " + name);
    if (loaded.handle != nullptr) return {loaded.handle, name, ""};
    trouble += (trouble.empty() ? "" : "; ") + loaded.trouble;
  }
  return {nullptr, "", absence + " (" + trouble + ")" + (remedy.empty() ? "" : "; " + remedy)};
}

}  // namespace

void LoadedLibrary::require() const {
  if (!trouble.empty()) throw DeviceError(Fault::unusable, trouble);
}

void* LoadedLibrary::function(const char* called, const std::string& api) const {
  require();
  void* const address = libraries::function_in(handle, called);
  if (address == nullptr) throw DeviceError(Fault::unusable, api + " as it is here (" + name + ") has no " + called);
  return address;
}

LoadedLibrary load_named_by(const char* variable, const std::vector<std::string>& names, const std::string& absence,
                            const std::string& remedy) {
  const char* set = std::getenv(variable);
  if (set == nullptr || *set == '\0') return load(names, absence, remedy);
  return load({set}, absence, std::string(variable) + " names this library");
}

}  // namespace classay
