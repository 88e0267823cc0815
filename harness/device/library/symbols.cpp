#include "harness/device/library/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>

#include "harness/device/backend.h"
#include "harness/device/driver_call.h"
#include "harness/device/library/files.h"
#include "harness/process/libraries.h"
#include "reference/cpu/versions.h"

namespace classay::library {
namespace {

// An instruction set for vectors, and the loops that call such functions. The best set first.
struct VectorSet {
  SetSpelling spelling;
  const VectorLoops* loops;
};
#ifdef __x86_64__
constexpr auto kSets = std::to_array<VectorSet>({{{"e", "avx512f"}, &VectorLoops::avx512},
                                                 {{"d", "avx2"}, &VectorLoops::avx2},
                                                 {{"c", "avx"}, &VectorLoops::avx2},
                                                 {{"b", "sse4"}, &VectorLoops::baseline},
                                                 {{"b", "sse2"}, &VectorLoops::baseline},
                                                 {{"b", ""}, &VectorLoops::baseline}});
#else
constexpr auto kSets =
    std::to_array<VectorSet>({{{"n", "advsimd"}, &VectorLoops::baseline}, {{"n", ""}, &VectorLoops::baseline}});
#endif

bool may_run(const VectorSet& set) {
  return std::ranges::find(runnable<VectorLoops>(), set.loops) != runnable<VectorLoops>().end();
}

// Returns the environment that loading a file set the first time: a file that is already loaded does not set it again.
FloatEnvironment left_by_loading(const std::string& file, const std::optional<FloatEnvironment>& left) {
  static std::mutex mutex;
  static std::map<std::string, FloatEnvironment> all;
  const std::lock_guard lock(mutex);
  return all.emplace(file, left.value_or(default_float_environment())).first->second;
}

}  // namespace

SharedLibrary::SharedLibrary(const std::string& file) {
  const libraries::Loaded loaded = libraries::load(file, libraries::Binding::now);
  const std::optional<FloatEnvironment> left = restore_float_environment();
  if (left)
    note_of_driver(fmt::format("loading {} changes the floating-point environment: it {}; its functions are called so", file,
                               text_of(*left)));
  if (loaded.handle == nullptr) throw DeviceError(Fault::unusable, "the library cannot be loaded: " + loaded.trouble);
  handle_ = loaded.handle;
  file_ = libraries::file_of(handle_);
  environment_ = left_by_loading(file_, left);
}

SharedLibrary::~SharedLibrary() { libraries::unload(handle_); }

Symbol SharedLibrary::find(const std::string& name) const {
  void* const symbol = libraries::function_in(handle_, name.c_str());
  return symbol != nullptr && libraries::file_with(symbol) == file_ ? reinterpret_cast<Symbol>(symbol) : nullptr;
}

// glibc's libm and libmvec are in the same folder as its libc, which alone has the version.
std::string SharedLibrary::version() const {
  const std::filesystem::path file(file_);
  void* const told = libraries::function_in(libraries::kThisProcess, "gnu_get_libc_version");
  const bool is_of_glibc = told != nullptr && file.filename().string().starts_with("libm") &&
                           std::filesystem::path(libraries::file_with(told)).parent_path() == file.parent_path();
  if (is_of_glibc) return std::string("glibc ") + reinterpret_cast<const char* (*)()>(told)();
  std::error_code ignored;
  return std::filesystem::canonical(file, ignored).filename().string();
}

std::map<std::string, std::string> SharedLibrary::files() const { return hashes_of_files(handle_); }

std::vector<std::string> SharedLibrary::functions() const { return libraries::functions_of(handle_); }

std::optional<Found> found(const SharedLibrary& library, const CFunction& f, int width, const Naming& naming) {
  const auto found_by = [&](const SetSpelling& set, const VectorLoops* loops) -> std::optional<Found> {
    for (const Pattern& p : naming.patterns) {
      for (const std::string& name : names_of(p, f, width, set, naming.accuracy)) {
        if (const Symbol symbol = library.find(name)) return Found{name, symbol, loops, &p};
      }
    }
    return std::nullopt;
  };
  if (width == 1) return found_by({}, nullptr);
  for (const VectorSet& set : kSets) {
    if (!may_run(set) || set.loops->bytes != width * classay::width(f.type) / 8) continue;
    if (std::optional<Found> it = found_by(set.spelling, set.loops)) return it;
  }
  return std::nullopt;
}

}  // namespace classay::library
