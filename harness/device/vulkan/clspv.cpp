#include "harness/device/vulkan/clspv.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/device/backend.h"
#include "harness/process/host.h"
#include "harness/process/own_program.h"
#include "harness/process/process.h"

namespace classay::vulkan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "CLASSAY_CLSPV";
constexpr const char* kLoader = "classay_clspv";

[[noreturn]] void no_compiler(const std::string& why) {
  throw DeviceError(Fault::unusable, "no compiler of OpenCL C for Vulkan: " + why +
                                         "; scripts/setup --with vulkan brings one, and scripts/with vulkan names it");
}

// A temporary folder, deleted with its content.
class Folder {
 public:
  Folder() : path_(new_temporary_folder("classay-clspv-")) {}
  ~Folder() {
    std::error_code unknown;
    fs::remove_all(path_, unknown);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

// Returns how the process ended; nullopt: it did not end in time. Reads its output meanwhile.
std::optional<Exit> ended(Process& process, std::chrono::milliseconds longest) {
  const auto deadline = Process::Clock::now() + longest;
  std::string line;
  for (Process::Read read = Process::Read::line; read == Process::Read::line;) read = process.read_line(line, deadline);
  return process.wait_until(deadline);
}

std::vector<std::uint32_t> module_in(const std::string& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) return {};
  std::vector<std::uint32_t> words(static_cast<std::size_t>(in.tellg()) / sizeof(std::uint32_t));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(words.size() * sizeof(std::uint32_t)));
  return words;
}

}  // namespace

Clspv Clspv::found() {
  const char* const set = std::getenv(kVariable);
  const std::string named = set == nullptr ? "" : set;
  if (named.empty()) {
    const std::string program = on_path("clspv").string();
    if (program.empty()) no_compiler("clspv is not on PATH, and CLASSAY_CLSPV is not set");
    return {{program}, false};
  }
  if (!fs::exists(named)) no_compiler("CLASSAY_CLSPV names " + named + ", which does not exist");
  if (fs::path(named).extension() != ".so") return {{named}, false};
  const fs::path loader = beside_program(kLoader);
  if (loader.empty()) no_compiler(std::string(kLoader) + " is not next to the program");
  return {{loader.string(), named}, true};
}

std::vector<std::string> Clspv::words(const std::string& source, const std::string& module,
                                      const std::string& options) const {
  std::vector<std::string> all = command_;
  if (is_library_) all.insert(all.end(), {source, module});
  std::istringstream in(options);
  for (std::string option; in >> option;) all.push_back(option);
  if (!is_library_) all.insert(all.end(), {source, "-o", module});
  return all;
}

Clspv::Compiled Clspv::compiled(const std::string& source, const std::string& options) const {
  const Folder folder;
  const std::string text = folder.file("program.cl");
  const std::string module = folder.file("program.spv");
  std::ofstream(text, std::ios::binary) << source;
  Process process(words(text, module, options));
  process.close_input();
  const std::optional<Exit> end = ended(process, longest_);
  if (!end) process.kill();
  const std::string log = process.errors();
  if (!end || end->signal != 0) {
    const std::string how = end ? "crashed: " + end->text() : "hung: no end in " + std::to_string(longest_.count()) + " ms";
    throw DeviceError(
        Fault::build,
        "clspv\nerror: the compiler " + how + "\n" + log + "\nThe program, compiled with" + " " + options + ":\n" + source,
        end ? CompilerEnd::crashed : CompilerEnd::hung);
  }
  Compiled result{.module = module_in(module), .log = log};
  if (end->code != 0 || result.module.empty()) {
    throw DeviceError(Fault::build, "clspv: " + end->text() + (end->code == 0 ? ", but no module" : "") + "\n" + log);
  }
  return result;
}

}  // namespace classay::vulkan
