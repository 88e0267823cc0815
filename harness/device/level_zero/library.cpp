#include "harness/device/level_zero/library.h"

#include "harness/device/loaded_library.h"
#include "harness/process/libraries.h"

namespace classay::level_zero {
namespace {

const LoadedLibrary& library() {
  static const LoadedLibrary kFound = load_named_by("CLASSAY_LEVEL_ZERO", libraries::names_of(libraries::Loader::level_zero),
                                                    "no Level Zero loader found", "");
  return kFound;
}

}  // namespace

void* function(const char* name) { return library().function(name, "Level Zero"); }

}  // namespace classay::level_zero
