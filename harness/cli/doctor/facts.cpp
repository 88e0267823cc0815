#include "harness/cli/doctor/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/cli/child_commands/children.h"
#include "harness/process/host.h"
#include "harness/process/libraries.h"
#include "harness/process/own_program.h"
#include "harness/supervisor/child_process.h"
#include "harness/supervisor/machine.h"

namespace classay::doctor {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Reads a number such as "0x10de
// "; returns 0 if there is none.
unsigned hex_in(const fs::path& file) {
  std::string text;
  std::ifstream(file) >> text;
  const std::size_t begin = text.starts_with("0x") ? 2 : 0;
  unsigned value = 0;
  std::from_chars(text.data() + begin, text.data() + text.size(), value, 16);
  return value;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code unreadable;
  std::vector<fs::path> all;
  for (fs::directory_iterator at(folder, unreadable), end; !unreadable && at != end; at.increment(unreadable)) {
    all.push_back(at->path());
  }
  std::ranges::sort(all);
  return all;
}

// Display controllers, and AMD's processing accelerators, because its data-centre GPUs have that class.
bool is_gpu(unsigned pci_class, unsigned vendor) {
  const unsigned base = pci_class >> 16U;
  return base == 0x03 || (base == 0x12 && vendor == kAmd);
}

std::vector<Gpu> gpus_under(const fs::path& root) {
  std::vector<Gpu> all;
  for (const fs::path& at : entries(root / "sys/bus/pci/devices")) {
    Gpu gpu{.address = at.filename().string(), .vendor = hex_in(at / "vendor"), .device = hex_in(at / "device")};
    if (!is_gpu(hex_in(at / "class"), gpu.vendor)) continue;
    std::error_code none;
    gpu.kernel_driver = fs::read_symlink(at / "driver", none).filename().string();
    all.push_back(std::move(gpu));
  }
  return all;
}

Node node_at(const fs::path& file, unsigned vendor, const fs::path& root) {
  const Access access = access_to(file);
  return {.path = "/" + file.lexically_relative(root).string(),
          .vendor = vendor,
          .is_accessible = access.is_granted,
          .group = access.group,
          .group_may_use = access.group_has_it};
}

std::vector<Node> nodes_under(const fs::path& root) {
  std::vector<Node> all;
  for (const fs::path& file : entries(root / "dev/dri")) {
    const std::string name = file.filename().string();
    if (!name.starts_with("renderD")) continue;
    all.push_back(node_at(file, hex_in(root / "sys/class/drm" / name / "device/vendor"), root));
  }
  std::error_code none;
  for (const char* name : {"nvidiactl", "nvidia0", "nvidia-uvm"}) {
    if (fs::exists(root / "dev" / name, none)) all.push_back(node_at(root / "dev" / name, kNvidia, root));
  }
  if (fs::exists(root / "dev/kfd", none)) all.push_back(node_at(root / "dev/kfd", kAmd, root));
  return all;
}

std::vector<std::string> modules_under(const fs::path& root) {
  std::vector<std::string> all;
  std::error_code none;
  for (const char* name : {"amdgpu", "i915", "msm", "nouveau", "nvidia", "panfrost", "panthor", "radeon", "v3d", "xe"}) {
    if (fs::exists(root / "sys/module" / name, none)) all.emplace_back(name);
  }
  return all;
}

std::string container_under(const fs::path& root) {
  std::error_code none;
  if (fs::exists(root / "run/.containerenv", none)) return "podman";
  if (fs::exists(root / ".dockerenv", none)) return "docker";
  const std::string groups = text_of(root / "proc/1/cgroup");
  for (const char* name : {"docker", "kubepods", "containerd", "libpod", "lxc"}) {
    if (groups.find(name) != std::string::npos) return name;
  }
  return "";
}

}  // namespace

std::string vendor_name(unsigned vendor) {
  switch (vendor) {
    case kNvidia: return "NVIDIA";
    case kAmd: return "AMD";
    case kIntel: return "Intel";
    default: return "";
  }
}

Hardware hardware_under(const fs::path& root) {
  Hardware all{.gpus = gpus_under(root),
               .nodes = nodes_under(root),
               .modules = modules_under(root),
               .container = container_under(root),
               .user = user_name()};
  all.groups_to_come = groups_to_come(all.user, {"render", "video"});
  return all;
}

namespace {

constexpr unsigned kOwnBits = 8 * sizeof(void*);

// e_machine in the header of an ELF file.
#if defined(__x86_64__)
constexpr unsigned kOwnMachine = 62;
#elif defined(__aarch64__)
constexpr unsigned kOwnMachine = 183;
#elif defined(__riscv)
constexpr unsigned kOwnMachine = 243;
#else
constexpr unsigned kOwnMachine = 0;  // unknown: no file counts as foreign
#endif

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// "libfoo.so.1" of "libfoo.so.1: cannot open shared object file: ...".
std::string subject_of(const std::string& reason) { return reason.substr(0, reason.find(": ")); }

// A library whose own file exists fails because of a dependency, whatever name the linker's reason has.
bool is_about_dependency(const Library& library) {
  return library.kind == FileKind::elf || subject_of(library.reason) != library.name;
}

LibraryTrouble trouble_of_failure(const Library& library) {
  const std::string& reason = library.reason;
  if (library.kind == FileKind::absent) return LibraryTrouble::missing;
  if (library.kind == FileKind::not_elf) return LibraryTrouble::not_a_library;
  if (library.kind == FileKind::elf) {
    if (library.bits != kOwnBits) return LibraryTrouble::wrong_class;
    if (kOwnMachine != 0 && library.machine != kOwnMachine) return LibraryTrouble::wrong_machine;
  }
  if (contains(reason, "wrong ELF class")) return LibraryTrouble::wrong_class;
  if (contains(reason, "invalid ELF header") || contains(reason, "file too short")) return LibraryTrouble::not_a_library;
  if (contains(reason, "version `") && contains(reason, "not found")) return LibraryTrouble::too_new;
  if (contains(reason, "cannot open shared object file: No such file")) {
    return is_about_dependency(library) ? LibraryTrouble::dependency_missing : LibraryTrouble::missing;
  }
  return LibraryTrouble::does_not_load;
}

}  // namespace

LibraryTrouble trouble_of(const Library& library) {
  switch (library.trial) {
    case Trial::not_tried: return LibraryTrouble::none;
    case Trial::loads: return library.lacking.empty() ? LibraryTrouble::none : LibraryTrouble::incomplete;
    case Trial::fails: return trouble_of_failure(library);
    case Trial::crashes: return LibraryTrouble::crashes;
    case Trial::hangs: return LibraryTrouble::hangs;
  }
  return LibraryTrouble::none;
}

std::string suffix(LibraryTrouble trouble) {
  switch (trouble) {
    case LibraryTrouble::none: return "";
    case LibraryTrouble::missing: return "missing";
    case LibraryTrouble::dependency_missing: return "dependency-missing";
    case LibraryTrouble::wrong_class: return "wrong-class";
    case LibraryTrouble::wrong_machine: return "wrong-machine";
    case LibraryTrouble::not_a_library: return "not-a-library";
    case LibraryTrouble::too_new: return "too-new";
    case LibraryTrouble::does_not_load: return "does-not-load";
    case LibraryTrouble::crashes: return "crashes";
    case LibraryTrouble::hangs: return "hangs";
    case LibraryTrouble::incomplete: return "incomplete";
  }
  return "";
}

Explanation explained(const Library& library, const std::string& source) {
  const std::string& name = library.name;
  const std::string& reason = library.reason;
  const unsigned other_bits = 96 - kOwnBits;
  switch (trouble_of(library)) {
    case LibraryTrouble::none: return {};
    case LibraryTrouble::missing:
      return {fmt::format("the library {} does not exist", name), "a loader skips such a driver without a message",
              fmt::format("install the package that contains {}, or remove it from {}", name, source)};
    case LibraryTrouble::dependency_missing:
      return {
          fmt::format("{} does not load: {}", name, reason), "the driver depends on a library that is not installed",
          fmt::format("install the package that contains {}; `ldd {}` lists all dependencies", subject_of(reason), name)};
    case LibraryTrouble::wrong_class:
      return {fmt::format("{} is a {}-bit library", name, other_bits),
              fmt::format("classay is a {}-bit program, and cannot load it", kOwnBits),
              fmt::format("install the {}-bit driver; {}-bit programs may still need this one", kOwnBits, other_bits)};
    case LibraryTrouble::wrong_machine:
      return {fmt::format("{} is built for another processor architecture (ELF machine {})", name, library.machine),
              "this machine cannot run its code", "install the driver for this architecture"};
    case LibraryTrouble::not_a_library:
      return {fmt::format("{} is not a shared library: {}", name, reason), "a driver is an ELF shared library",
              fmt::format("install the driver again, or correct the path in {}", source)};
    case LibraryTrouble::too_new:
      return {fmt::format("{} does not load: {}", name, reason),
              "the driver was built for a newer system, with a newer C or C++ library",
              "install the driver's build for this system, or update the system"};
    case LibraryTrouble::does_not_load:
      return {fmt::format("{} does not load: {}", name, reason), "the dynamic linker refuses the library",
              "install the driver again, from one source and in one version"};
    case LibraryTrouble::crashes:
      return {fmt::format("loading {} ends the process: {}", name, reason),
              "every program that uses this interface loads the driver, and the driver ends the program",
              fmt::format("update or remove the driver; without {} the loader leaves it out", source)};
    case LibraryTrouble::hangs:
      return {fmt::format("loading {} does not end: {}", name, reason),
              "every program that uses this interface loads the driver, and the driver hangs the program",
              fmt::format("update or remove the driver; without {} the loader leaves it out", source)};
    case LibraryTrouble::incomplete:
      return {fmt::format("{} does not have {}", name, fmt::join(library.lacking, ", ")),
              "a loader cannot use a library without these functions",
              fmt::format("correct the path in {}, or install the driver again", source)};
  }
  return {};
}

namespace {

namespace fs = std::filesystem;

// ocl-icd reports its name only after it has loaded all drivers, so its file's text identifies the loader.
std::string loader_title(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes; a loader is smaller, but a driver in its place may be large
  std::string text(kMost, '\0');
  std::ifstream(path, std::ios::binary).read(text.data(), static_cast<std::streamsize>(text.size()));
  if (text.find("OCL_ICD_ASSUME_ICD_EXTENSION") != std::string::npos) return kOclIcd;
  return text.find("Khronos OpenCL ICD Loader") != std::string::npos ? kKhronosLoader : "";
}

Json answer_for(const TrialRequest& request) {
  if (request.is_opencl_loader) {
    if (const void* const there = libraries::function_in(libraries::kThisProcess, "clGetPlatformIDs")) {
      return {{"loaded", true}, {"preloaded", true}, {"path", libraries::file_with(there)}};
    }
  }
  // Binds lazily like the loaders: a missing function does not matter until it is called.
  const libraries::Loaded loaded = libraries::load(request.library, libraries::Binding::lazy);
  if (loaded.handle == nullptr) return {{"loaded", false}, {"reason", loaded.trouble}};
  Json answer{{"loaded", true}, {"path", libraries::file_of(loaded.handle)}, {"lacking", Json::array()}};
  for (const std::string& function : request.functions) {
    if (libraries::function_in(loaded.handle, function.c_str()) == nullptr) answer["lacking"].push_back(function);
  }
  return answer;
}

unsigned little_endian(unsigned char low, unsigned char high) { return low | static_cast<unsigned>(high) << 8U; }

}  // namespace

void look_at_file(Library& library) {
  if (library.name.find('/') == std::string::npos) return;
  std::error_code unknown;
  if (!fs::exists(library.name, unknown)) {
    library.kind = FileKind::absent;
    return;
  }
  constexpr std::size_t kMachine = 18;  // offset of e_machine
  std::array<char, kMachine + 2> head{};
  std::ifstream in(library.name, std::ios::binary);
  if (!in) return;
  in.read(head.data(), head.size());
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(head.at(i)); };
  const bool is_elf = in.gcount() >= 5 && byte(0) == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
  library.kind = is_elf ? FileKind::elf : FileKind::not_elf;
  if (!is_elf) return;
  library.bits = byte(4) == 1 ? 32 : 64;
  const bool is_big = byte(5) == 2;
  library.machine =
      is_big ? little_endian(byte(kMachine + 1), byte(kMachine)) : little_endian(byte(kMachine), byte(kMachine + 1));
}

Library tried(const TrialRequest& request, std::chrono::seconds timeout) {
  Library library{.name = request.library};
  look_at_file(library);
  std::vector<std::string> words{"try-library", "--library", request.library};
  for (const std::string& function : request.functions) words.insert(words.end(), {"--function", function});
  if (request.is_opencl_loader) words.emplace_back("--opencl-loader");
  const ChildAnswer answered = ask_child(Machine::here(own_program()).child(std::move(words)), "loaded", timeout);
  if (answered.answer == nullptr) {
    library.trial = answered.timed_out ? Trial::hangs : Trial::crashes;
    library.reason = answered.misfortune;
    return library;
  }
  const Json& answer = *answered.answer;
  library.trial = answer.value("loaded", false) ? Trial::loads : Trial::fails;
  library.reason = answer.value("reason", "");
  library.path = answer.value("path", "");
  if (request.is_opencl_loader) library.title = loader_title(library.path);
  library.is_preloaded = answer.value("preloaded", false);
  library.lacking = answer.value("lacking", std::vector<std::string>());
  return library;
}

void try_library(const TrialRequest& request) {
  Child child;
  child.tell(answer_for(request));
  Child::end();
}

}  // namespace classay::doctor
