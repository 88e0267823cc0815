// What the layer has to do to the programs of a device, as a file: whoever plants writes it, and the layer, which knows
// nothing of builtins, reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace classay::planted {

// Which file, for the layer.
inline constexpr const char* kVariable = "CLASSAY_PLANT";

struct Replacement {
  std::string find;
  std::string with;
  bool operator==(const Replacement&) const = default;
};

// Of each instruction with this opcode whose word (0: the opcode itself) is `was`.
struct ModuleChange {
  std::uint32_t opcode = 0;
  std::uint32_t word = 0;
  std::uint32_t was = 0;
  std::uint32_t becomes = 0;
  bool operator==(const ModuleChange&) const = default;
};

// A launch that loses the last quarter of its work-items, each so many-th of the process; or the last one, each with an odd
// number of them.
struct LaunchChange {
  std::uint64_t every = 1;
  bool only_odd = false;
  bool operator==(const LaunchChange&) const = default;
};

struct LayerFile {
  std::string name;
  std::string text;  // before each program
  std::vector<Replacement> replacements;
  std::vector<ModuleChange> modules;
  std::optional<LaunchChange> launch;
  bool operator==(const LayerFile&) const = default;
};

std::string written(const LayerFile& file);
// Throws std::invalid_argument for anything that written() does not write.
LayerFile read_layer_file(const std::string& text);

// What a device's driver is called once something is planted: nobody shall take it for the device.
std::string planted_driver(const std::string& driver, const std::string& name);

}  // namespace classay::planted
