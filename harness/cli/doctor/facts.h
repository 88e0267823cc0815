// Describes a machine's drivers and devices without loading a driver into this process. collect.h fills these facts and
// findings.h explains them; tests write them by hand.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

}  // namespace classay::doctor
