#include "harness/device/library/symbols.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>

#include "harness/device/backend.h"
#include "harness/device/driver_call.h"
#include "harness/device/library/files.h"
#include "reference/cpu/versions.h"

namespace classay::library {
namespace {

// The letter in the vector ABI, SLEEF's suffix, and the loops that call such functions. The best set first.
struct VectorSet {
  char letter;
  std::string_view sleef;
  const VectorLoops* loops;
};
#ifdef __x86_64__
constexpr auto kSets = std::to_array<VectorSet>({{'e', "avx512f", &VectorLoops::avx512},
                                                 {'d', "avx2", &VectorLoops::avx2},
                                                 {'c', "avx", &VectorLoops::avx2},
                                                 {'b', "sse4", &VectorLoops::baseline},
                                                 {'b', "sse2", &VectorLoops::baseline},
                                                 {'b', "", &VectorLoops::baseline}});
#else
constexpr auto kSets =
    std::to_array<VectorSet>({{'n', "advsimd", &VectorLoops::baseline}, {'n', "", &VectorLoops::baseline}});
#endif

constexpr std::array<std::string_view, 6> kAccuracies{"_u10", "_u15", "_u05", "_u35", "_u3500", ""};

bool may_run(const VectorSet& set) {
  return std::ranges::find(runnable<VectorLoops>(), set.loops) != runnable<VectorLoops>().end();
}

// Returns, for example, "_ZGVdN8v_sinf".
std::string name_by_abi(const CFunction& f, int width, char letter) {
  return fmt::format("_ZGV{}N{}{}_{}", letter, width, std::string(vector_arguments(f.form), 'v'), f.name);
}

// Returns, for example, "Sleef_sinf8_u10avx2", "Sleef_sind4_u10avx2" or "Sleef_sinf_u10".
std::string name_by_sleef(const CFunction& f, int width, std::string_view accuracy, std::string_view set) {
  if (width == 1) return fmt::format("Sleef_{}{}", f.name, accuracy);
  return fmt::format("Sleef_{}{}{}{}{}", f.name, f.type == Type::f32 ? "" : "d", width, accuracy, set);
}

std::string file_of(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 ? info.dli_fname : "";
}

// SLEEF's functions return two results as a struct, not through pointers.
bool has_pointers(CForm form) {
  return form == CForm::real_and_real || form == CForm::real_and_int || form == CForm::quotient || form == CForm::both_out;
}

template <class Take>
bool any_accuracy(const std::string& wanted, Take take) {
  return std::ranges::any_of(kAccuracies,
                             [&](std::string_view a) { return (wanted.empty() || a == "_" + wanted) && take(a); });
}

// Returns the environment that loading a file set the first time: a file that is already loaded does not set it again.
FloatEnvironment left_by_loading(const std::string& file, const std::optional<FloatEnvironment>& left) {
  static std::mutex mutex;
  static std::map<std::string, FloatEnvironment> all;
  const std::lock_guard lock(mutex);
  return all.emplace(file, left.value_or(default_float_environment())).first->second;
}

}  // namespace

SharedLibrary::SharedLibrary(const std::string& file) : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  const std::optional<FloatEnvironment> left = restore_float_environment();
  if (left)
    note_of_driver(fmt::format("loading {} changes the floating-point environment: it {}; its functions are called so", file,
                               text_of(*left)));
  if (handle_ == nullptr) throw DeviceError(Fault::unusable, std::string("the library cannot be loaded: ") + ::dlerror());
  const link_map* map = nullptr;
  if (::dlinfo(handle_, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0) file_ = map->l_name;
  environment_ = left_by_loading(file_, left);
}

SharedLibrary::~SharedLibrary() { ::dlclose(handle_); }

Symbol SharedLibrary::find(const std::string& name) const {
  void* const symbol = ::dlsym(handle_, name.c_str());
  return symbol != nullptr && file_of(symbol) == file_ ? reinterpret_cast<Symbol>(symbol) : nullptr;
}

// glibc's libm and libmvec are in the same folder as its libc, which alone has the version.
std::string SharedLibrary::version() const {
  const std::filesystem::path file(file_);
  void* const told = ::dlsym(RTLD_DEFAULT, "gnu_get_libc_version");
  const bool is_of_glibc = told != nullptr && file.filename().string().starts_with("libm") &&
                           std::filesystem::path(file_of(told)).parent_path() == file.parent_path();
  if (is_of_glibc) return std::string("glibc ") + reinterpret_cast<const char* (*)()>(told)();
  std::error_code ignored;
  return std::filesystem::canonical(file, ignored).filename().string();
}

std::map<std::string, std::string> SharedLibrary::files() const { return library::files_of(handle_); }

std::size_t vector_arguments(CForm form) {
  switch (form) {
    case CForm::real: return 1;
    case CForm::two_reals: return 2;
    case CForm::three_reals: return 3;
    default: return 0;
  }
}

std::optional<Found> found(const SharedLibrary& library, const CFunction& f, int width, const std::string& accuracy) {
  Found it;
  const auto take = [&](const std::string& name, const VectorLoops* loops) {
    it = {name, library.find(name), loops};
    return it.symbol != nullptr;
  };
  if (width == 1) {
    if (take(f.name, nullptr)) return it;
    const bool is_there = !has_pointers(f.form) && any_accuracy(accuracy, [&](std::string_view a) {
      return take(name_by_sleef(f, 1, a, ""), nullptr);
    });
    return is_there ? std::optional(it) : std::nullopt;
  }
  const int bytes = width * classay::width(f.type) / 8;
  for (const VectorSet& set : kSets) {
    if (!may_run(set) || set.loops->bytes != bytes || vector_arguments(f.form) == 0) continue;
    if (take(name_by_abi(f, width, set.letter), set.loops)) return it;
    if (any_accuracy(accuracy, [&](std::string_view a) { return take(name_by_sleef(f, width, a, set.sleef), set.loops); })) {
      return it;
    }
  }
  return std::nullopt;
}

}  // namespace classay::library
