// Finds the symbols of a C function in a shared library, for scalars and for vectors. It tries the names of C, of the vector
// ABI that compilers use (glibc's libmvec), and of SLEEF. It returns only vector functions that this processor can run.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/device/library/loops.h"
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
  std::string version() const;  // of glibc, or from the file's name; may be empty
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

struct Found {
  std::string name;
  Symbol symbol = nullptr;
  const VectorLoops* loops = nullptr;  // nullptr: it takes scalars
};
// Returns the best function for this width, the widest instruction set first. `accuracy`: part of SLEEF's names ("u10",
// "u35"); empty: the first found.
std::optional<Found> found(const SharedLibrary& library, const CFunction& function, int width, const std::string& accuracy);

// Returns the number of real arguments if it has no others; 0: it has no vector variant here.
std::size_t vector_arguments(CForm form);

}  // namespace classay::library
