// Compiles one file with a clspv that is a library, and ends. It is a separate program, so that a compiler that crashes,
// hangs or leaks affects no other process.
//
//   classay_clspv LIBRARY SOURCE MODULE [OPTION...]
//
// The library may be a Python extension (pyclspv). Its function symbols are bound when they are called, which never happens;
// this program defines its data symbols. Exit codes: 0 compiled, 1 does not compile (log on standard error), 2 no compiler.
#include <dlfcn.h>

#include <cstddef>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>

// Larger than any type of the C API.
#define PYTHON_SYMBOL(name)                                               \
  extern "C" __attribute__((visibility("default"))) std::byte name[1024]; \
  std::byte name[1024];
#include "harness/device/vulkan/python_symbols.def"
#undef PYTHON_SYMBOL

namespace {

using Compile = int (*)(std::size_t count, const std::size_t* sizes, const char** programs, const char* options,
                        char** module, std::size_t* module_size, char** log);

constexpr int kNotCompiled = 1;
constexpr int kNoCompiler = 2;

int refuse(const std::string& why) {
  std::cerr << why << "\n";
  return kNoCompiler;
}

std::string joined(std::span<char*> options) {
  std::string text;
  for (const char* option : options) text += (text.empty() ? "" : " ") + std::string(option);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  if (words.size() < 4) return refuse("classay_clspv LIBRARY SOURCE MODULE [OPTION...]");
  void* const library = ::dlopen(words[1], RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return refuse(::dlerror());
  const auto compile = reinterpret_cast<Compile>(::dlsym(library, "clspvCompileFromSourcesString"));
  if (compile == nullptr) return refuse(std::string(words[1]) + " is not clspv: " + ::dlerror());

  std::ifstream in(words[2], std::ios::binary);
  if (!in) return refuse("cannot read " + std::string(words[2]));
  const std::string source{std::istreambuf_iterator<char>(in), {}};
  const char* text = source.c_str();
  const std::size_t size = source.size();
  char* module = nullptr;
  std::size_t module_size = 0;
  char* log = nullptr;
  const int error = compile(1, &size, &text, joined(words.subspan(4)).c_str(), &module, &module_size, &log);
  if (log != nullptr) std::cerr << log;
  if (error != 0) return kNotCompiled;
  std::ofstream out(words[3], std::ios::binary);
  out.write(module, static_cast<std::streamsize>(module_size));
  out.close();
  // Skips the library's destructors; the system frees the memory.
  if (!out) return refuse("cannot write " + std::string(words[3]));
  std::cerr.flush();
  ::_Exit(0);
}
