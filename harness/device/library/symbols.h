// Finds the symbols of a C function in a shared library by patterns of names. It returns only vector functions that this
// processor can run.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/library/loops.h"
#include "harness/device/library/pattern.h"
#include "reference/cpu/float_environment.h"

namespace classay::library {

class SharedLibrary {
 public:
  // Throws DeviceError(unusable).
  explicit SharedLibrary(const std::string& file);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;
  ~SharedLibrary();

  // Finds only symbols of this library, not of those that it depends on. nullptr: not found.
  Symbol find(const std::string& name) const;
  std::vector<std::string> functions() const;  // all that it defines, in the order of its table
  std::string version() const;                 // of glibc, or from the file's name; may be empty
  // Returns the floating-point environment that loading the library sets: one linked with -ffast-math flushes subnormals.
  FloatEnvironment environment() const { return environment_; }
  // Returns name and SHA-256 of its file and of the files that it needs from its own folder. Throws DeviceError(unusable) if
  // one of them was replaced since it was loaded, or cannot be read.
  std::map<std::string, std::string> files() const;

 private:
  void* handle_ = nullptr;
  std::string file_;  // as the loader reports it
  FloatEnvironment environment_;
};

// How the symbols of a library are named.
struct Naming {
  std::span<const Pattern> patterns;
  std::string accuracy;  // part of SLEEF's names ("u10", "u35"); empty: the first found
};

struct Found {
  std::string name;
  Symbol symbol = nullptr;
  const VectorLoops* loops = nullptr;  // nullptr: it does not take vectors in registers
  const Pattern* pattern = nullptr;

  bool takes_arrays() const { return pattern->kind == CallKind::array || pattern->kind == CallKind::in_place; }
};
// Returns the best function for this width, the widest instruction set first.
std::optional<Found> found(const SharedLibrary& library, const CFunction& function, int width, const Naming& naming);

// Combines a library with the names of its functions, as an address contains both: lib:libsleef.so.3:u35 or
// lib:./libvml.so:symbols=array:v{s/d}{Name}. Everything that names a device (journals, `repro`, farms) thus has the
// patterns.
class NamedLibrary {
 public:
  // Throws DeviceError(unusable), also if a pattern matches no function of the library.
  explicit NamedLibrary(std::string_view address);

  const SharedLibrary& library() const { return library_; }
  const std::string& name() const { return name_; }  // the address without the prefix "lib:"
  // The symbols that are called, by the feature of a case (capabilities.h).
  const std::map<std::string, std::string>& symbols() const { return symbols_; }
  std::optional<Found> found(const CFunction& function, int width) const;

 private:
  struct Address {
    std::string file;
    std::string accuracy;  // of SLEEF; empty: the usual one
    std::vector<Pattern> patterns;
  };
  static Address read_address(std::string_view text);
  void find_symbols();
  std::string unmatched(const Pattern& pattern) const;  // why the pattern cannot be used

  std::string name_;
  Address address_;
  SharedLibrary library_;
  std::map<std::string, std::string> symbols_;
};

}  // namespace classay::library
