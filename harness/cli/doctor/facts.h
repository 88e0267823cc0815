// Describes a machine's drivers and devices without loading a driver into this process. collect.cpp fills these
// facts and findings.cpp explains them; tests write them by hand.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/cli/terminal/terminal.h"
#include "harness/journal/read_json.h"

namespace classay::doctor {

// How loading a library in a child process ended.
enum class Trial : std::uint8_t { not_tried, loads, fails, crashes, hangs };

// The kind of a library's file, by its first bytes.
enum class FileKind : std::uint8_t { unknown, absent, not_elf, elf };

struct Library {
  std::string name;  // as passed to the dynamic linker
  FileKind kind = FileKind::unknown;
  unsigned bits = 0;     // 32 or 64, if the file is ELF
  unsigned machine = 0;  // e_machine, if the file is ELF
  Trial trial = Trial::not_tried;
  std::string reason{};                // from the dynamic linker, or how the child ended
  std::string path{};                  // the file that was loaded
  std::vector<std::string> lacking{};  // required functions that the loaded library lacks
  std::string title{};                 // an OpenCL loader's name; empty: unknown
  bool is_preloaded = false;           // LD_PRELOAD loaded it before any other library
};

// The devices that a child lists, as `classay devices --json` prints them.
struct Listing {
  Json devices = Json::array();
  std::string error{};    // the child's reason for an empty list
  std::string failure{};  // how the child ended without a list
  bool hangs = false;
};

// An .icd file of OpenCL, a manifest of Vulkan, or an environment variable that names a library.
struct Driver {
  std::string source;     // path of the file, or name of the variable
  std::string trouble{};  // why the file cannot be read or is invalid
  bool is_missing = false;
  bool is_empty = false;
  bool is_for_32_bits = false;  // the manifest declares it
  Library library{};
  bool was_listed_alone = false;
  Listing alone{};
};

// One API that gives access to devices.
struct Interface {
  Library loader{};
  std::string folder{};           // contains the drivers' files; Vulkan has several, separated by ':'
  bool has_folder = true;         // it exists
  std::string folder_variable{};  // the environment variable that names the folder, if any
  bool ignores_folder = false;    // the loader lists devices although that variable names an empty folder
  std::vector<Driver> drivers{};
  std::vector<Driver> layers{};
  Listing listing{};
};

// A display or compute controller on the PCI bus.
struct Gpu {
  std::string address;
  unsigned vendor = 0;
  unsigned device = 0;
  std::string kernel_driver{};  // bound to it; empty: none
};

struct Node {
  std::string path;
  unsigned vendor = 0;  // PCI vendor of the device behind it; 0: unknown
  bool is_accessible = false;
  std::string group{};         // owns the node
  bool group_may_use = false;  // the node's mode lets its group read and write
};

struct Hardware {
  std::vector<Gpu> gpus{};
  std::vector<Node> nodes{};
  std::vector<std::string> modules{};  // kernel modules of GPUs that are loaded
  std::string container{};             // docker, podman, ...; empty: none detected
  std::string user{};
  std::vector<std::string> groups_to_come{};  // groups that /etc/group gives to the user, but this login does not have
};

struct Facts {
  Interface opencl{};
  Interface level_zero{};
  Interface vulkan{};
  std::string clspv{};  // why the compiler of OpenCL C for Vulkan cannot be used; empty: it can
  Hardware hardware{};
  std::map<std::string, std::string> environment{};  // driver variables that are set
};

inline constexpr unsigned kNvidia = 0x10de;
inline constexpr unsigned kAmd = 0x1002;
inline constexpr unsigned kIntel = 0x8086;

// "NVIDIA", "AMD", "Intel"; empty: no GPUs with drivers known here (a server's console, a virtual GPU).
std::string vendor_name(unsigned vendor);

// Collects the GPUs of the machine, their kernel drivers and device nodes from /sys and /dev. Loads and opens nothing.
// `root`: replaces / in tests.
Hardware hardware_under(const std::filesystem::path& root);

// Why a library cannot serve as a driver or loader, from the dynamic linker's reason and the file's first bytes.
enum class LibraryTrouble : std::uint8_t {
  none,
  missing,
  dependency_missing,
  wrong_class,  // 32-bit while this program is 64-bit, or the reverse
  wrong_machine,
  not_a_library,
  too_new,  // needs a newer C or C++ library
  does_not_load,
  crashes,
  hangs,
  incomplete,  // loads, but lacks required functions
};

LibraryTrouble trouble_of(const Library& library);

// The end of a finding's id: "missing", "wrong-class"; empty: no trouble.
std::string suffix(LibraryTrouble trouble);

struct Explanation {
  std::string seen;
  std::string why;
  std::string action;
};
// `source`: the file or variable that names the library. Precondition: the library has a trouble.
Explanation explained(const Library& library, const std::string& source);

struct TrialRequest;  // child_commands/children.h

inline constexpr const char* kOclIcd = "ocl-icd";
inline constexpr const char* kKhronosLoader = "Khronos ICD loader";

// Loads the library in a child, which may run for `timeout`, and reads the kind of its file.
Library tried(const TrialRequest& request, std::chrono::seconds timeout);

// Runs in the child: loads the library, prints one line of JSON, and ends the process.
[[noreturn]] void try_library(const TrialRequest& request);

// Reads the first bytes of a file. A name without a slash is not a file: unknown.
void look_at_file(Library& library);

struct Scope {
  std::filesystem::path root = "/";  // replaces / in tests: for files in /dev, /etc, /proc, /run, /sys, /usr/share
  std::chrono::seconds timeout{10};  // per child
};

// Collects the facts about drivers: which files name them, whether they load, and which devices they list. Each driver is
// loaded in a child process of its own.
Facts collected(const Scope& scope);

// The devices of all interfaces. One child lists each interface, without checking single drivers.
struct Listings {
  Listing opencl{};
  Listing level_zero{};
  Listing vulkan{};
};
Listings listings(const Scope& scope);

}  // namespace classay::doctor
