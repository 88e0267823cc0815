#include "harness/device/library/symbols.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "harness/device/backend.h"
#include "harness/device/driver_call.h"
#include "harness/device/library/backend.h"
#include "harness/process/libraries.h"
#include "harness/process/safe_file.h"
#include "harness/text/hash.h"
#include "harness/text/number.h"
#include "harness/text/usage_error.h"
#include "reference/cpu/versions.h"

namespace classay::library {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 30;

// Identifies the files of a loaded library by their content, since a file may be replaced under its name. Returns names and
// SHA-256 of the library's own file and of all files of the same folder that it needs, directly or indirectly. The hash is
// that of the loaded content. Throws DeviceError(unusable) if a file was replaced since it was loaded, or cannot be read.
std::map<std::string, std::string> hashes_of_files(void* handle) {
  std::map<std::string, std::string> hashes;
  try {
    for (const std::string& file : libraries::files_of(handle)) {
      const std::string content = read_file(file, kLargest);
      if (libraries::is_replaced(handle, file)) {
        throw DeviceError(Fault::unusable, file + ": the library was replaced after it was loaded");
      }
      hashes[std::filesystem::path(file).filename().string()] = sha256(content);
    }
  } catch (const DeviceError&) {
    throw;
  } catch (const std::runtime_error& e) {  // FileError is one
    throw DeviceError(Fault::unusable, e.what());
  }
  return hashes;
}

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

namespace {

constexpr std::string_view kSymbols = ":symbols=";  // before each pattern

std::string in_lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Returns some functions of the library, so that the user sees how they are named: the shortest name that contains a
// function of C, for several of these. Without any, the first functions.
std::vector<std::string> examples(const std::vector<std::string>& all) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> shown;
  for (const Row& row : table()) {
    std::string shortest;
    for (const std::string& name : all) {
      const bool is_of_row = in_lower_case(name).find(row.name) != std::string::npos;
      if (is_of_row && (shortest.empty() || name.size() < shortest.size())) shortest = name;
    }
    const bool is_new = std::ranges::find(shown, shortest) == shown.end();
    if (c_function(row, Type::f64) && !shortest.empty() && is_new) shown.push_back(shortest);
    if (shown.size() == kShown) return shown;
  }
  return !shown.empty() ? shown
                        : std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kShown)));
}

// Returns the cases of all functions that C has.
std::vector<Case> cases_of_c() {
  std::vector<Case> all;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!c_function(row, format)) continue;
      for (const int width : widths(row)) {
        all.push_back({.front_end = FrontEnd::c, .row = &row, .format = format, .width = width});
      }
    }
  }
  return all;
}

}  // namespace

NamedLibrary::Address NamedLibrary::read_address(std::string_view text) {
  Address address;
  for (std::size_t at = text.rfind(kSymbols); at != std::string_view::npos; at = text.rfind(kSymbols)) {
    try {
      address.patterns.insert(address.patterns.begin(), read_pattern(text.substr(at + kSymbols.size())));
    } catch (const UsageError& e) {
      throw DeviceError(Fault::unusable, e.what());
    }
    text = text.substr(0, at);
  }
  // A pattern of one function precedes those of all.
  std::stable_partition(address.patterns.begin(), address.patterns.end(),
                        [](const Pattern& p) { return !p.function.empty(); });
  const std::size_t colon = text.rfind(":u");
  address.file = text.substr(0, colon);
  if (colon != std::string_view::npos) address.accuracy = text.substr(colon + 1);
  return address;
}

NamedLibrary::NamedLibrary(std::string_view address)
    : name_(address.substr(address.starts_with(kLibraryPrefix) ? kLibraryPrefix.size() : 0)),
      address_(read_address(name_)),
      library_(address_.file) {
  find_symbols();
  if (symbols_.empty() && address_.patterns.empty()) {
    throw DeviceError(
        Fault::unusable,
        fmt::format("{} has none of the functions that classay tests; if it names them differently, describe the "
                    "names with --symbols PATTERN (classay devices --help)",
                    address_.file));
  }
}

std::optional<Found> NamedLibrary::found(const CFunction& function, int width) const {
  const std::span<const Pattern> own = address_.patterns;
  return library::found(library_, function, width, {own.empty() ? usual_patterns() : own, address_.accuracy});
}

// Each pattern of the user has to match a function, also one that another pattern has.
void NamedLibrary::find_symbols() {
  std::set<std::string> matched;
  for (const Case& c : cases_of_c()) {
    const CFunction f = c_function(*c.row, c.format).value();
    if (const std::optional<Found> it = found(f, c.width)) symbols_[function_feature(c)] = it->name;
    for (const Pattern& p : address_.patterns) {
      if (library::found(library_, f, c.width, {std::span(&p, 1), address_.accuracy})) matched.insert(p.text);
    }
  }
  for (const Pattern& p : address_.patterns) {
    if (!matched.contains(p.text)) throw DeviceError(Fault::unusable, unmatched(p));
  }
}

std::string NamedLibrary::unmatched(const Pattern& p) const {
  const std::vector<std::string> there = examples(library_.functions());
  return fmt::format("--symbols {}: {} has no such function{}", in_quotes(p.text), address_.file,
                     there.empty() ? "; it defines no functions" : fmt::format("; it has {}", fmt::join(there, ", ")));
}

}  // namespace classay::library

std::string classay::library_with_symbols(const std::string& address, std::string_view pattern) {
  library::read_pattern(pattern);
  if (address.starts_with(kLibraryPrefix)) return fmt::format("{}{}{}", address, library::kSymbols, pattern);
  throw UsageError("--symbols is for math libraries; name one, such as --device lib:./libmine.so");
}
