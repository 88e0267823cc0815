#include <chrono>

#include "harness/device/driver_call.h"
#include "harness/device/level_zero/stream.h"

namespace classay::level_zero {
namespace {

// Empty if the driver does not return it: the program is still usable.
std::string taken_log(BuildLog log) {
  if (log == nullptr) return "";
  std::size_t size = 0;
  std::string text;
  if (zeModuleBuildLogGetString.code({}, log, &size, nullptr) == kSuccess && size > 0) {
    size = believable_size("the build log", size);
    text.resize(size);
    if (zeModuleBuildLogGetString.code({}, log, &size, text.data()) != kSuccess) text.clear();
  }
  (void)zeModuleBuildLogDestroy.code({}, log);
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
  return text;
}

// Translates options to Level Zero's names; OpenCL options without such a name are passed to the driver unchanged.
std::string options_of(std::string options) {
  constexpr std::string_view kOpencl = "-cl-opt-disable";
  if (const std::size_t at = options.find(kOpencl); at != std::string::npos) {
    options.replace(at, kOpencl.size(), "-ze-opt-disable");
  }
  return options;
}

}  // namespace

std::unique_ptr<Program> build(const Engine& engine, const Module& module) {
  const auto start = std::chrono::steady_clock::now();
  const std::string options = options_of(module.options);
  const ModuleDesc desc{.bytes = module.il.size() * sizeof module.il[0],
                        .module = reinterpret_cast<const std::uint8_t*>(module.il.data()),
                        .options = options.c_str()};
  ModuleId built = nullptr;
  BuildLog log = nullptr;
  const std::uint32_t code = zeModuleCreate.code({}, **engine.context, engine.device, &desc, &built, &log);
  ending::watch_again();  // compilers are loaded on demand
  std::string text = taken_log(log);
  checked(code, zeModuleCreate.name(), text);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return std::make_unique<LevelZeroProgram>(OwnedModule(made_by("zeModuleCreate", built)), std::move(text), took.count());
}

}  // namespace classay::level_zero
