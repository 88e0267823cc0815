// Which symbols of a shared library are a function of C, as scalars and as vectors: by the names that C gives them, by the
// vector ABI that compilers call (glibc's libmvec), and by SLEEF's. Of vectors only what this process may run.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/devices/library/loops.h"
#include "reference/cpu/float_environment.h"

namespace classay::library {

class SharedLibrary {
 public:
  // Throws DeviceError(unusable).
  explicit SharedLibrary(const std::string& file);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;
  ~SharedLibrary();

  // Of its own: what the libraries that it needs have is not asked under its name. nullptr: it has none.
  Symbol find(const std::string& name) const;
  std::string version() const;  // as far as it tells one: of glibc, or what its file is called
  // The environment that loading it leaves to a program: a library linked with -ffast-math flushes subnormals from then on.
  FloatEnvironment environment() const { return environment_; }
  // Name and SHA-256 of its file and of the files that it needs from its own folder. Throws DeviceError(unusable): one of
  // them was replaced since it was loaded, or cannot be read.
  std::map<std::string, std::string> files() const;

 private:
  void* handle_ = nullptr;
  std::string file_;  // as the loader has it
  FloatEnvironment environment_;
};

struct Found {
  std::string name;
  Symbol symbol = nullptr;
  const VectorLoops* loops = nullptr;  // nullptr: it takes scalars
};
// The best of this width, the widest instruction set first. `accuracy`: of SLEEF's names ("u10", "u35"); empty: the first
// that there is.
std::optional<Found> found(const SharedLibrary& library, const CFunction& function, int width, const std::string& accuracy);

// How many arguments of reals it takes, where it takes nothing else; 0: it has no form of vectors here.
std::size_t vector_arguments(CForm form);

}  // namespace classay::library
