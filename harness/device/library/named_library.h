// Combines a library with the names of its functions, as an address contains both: lib:libsleef.so.3:u35 or
// lib:./libvml.so:symbols=array:v{s/d}{Name}. Everything that names a device (journals, `repro`, farms) thus has the
// patterns.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/library/symbols.h"

namespace classay::library {

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
