// Defines the file that describes to the layer how to change programs. The injecting process writes the file. The layer
// reads it and needs no knowledge of builtins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace classay::planted {

// The environment variable that names the file for the layer.
inline constexpr const char* kVariable = "CLASSAY_PLANT";
// The compiler for Vulkan behind the program that changes its sources (clspv.cpp).
inline constexpr const char* kPlantedClspv = "CLASSAY_PLANTED_CLSPV";

struct Replacement {
  std::string find;
  std::string with;
  bool operator==(const Replacement&) const = default;
};

// Changes each instruction with this opcode whose word (0: the opcode itself) is `was`.
struct ModuleChange {
  std::uint32_t opcode = 0;
  std::uint32_t word = 0;
  std::uint32_t was = 0;
  std::uint32_t becomes = 0;
  bool operator==(const ModuleChange&) const = default;
};

// The work-items that a launch loses.
enum class LaunchLoss : std::uint8_t {
  quarter,       // the last quarter
  last_of_odd,   // the last one of an odd number
  last_of_even,  // the last two of an even number that 64 does not divide
  rest,          // those beyond the last multiple of `unit`
  last_row,      // the last ones in the last dimension, if the launch has more than one
  group,         // the last work-group, in launches in work-groups of `unit` work-items
  large_group,   // the second half, in launches in larger work-groups than `unit`
};

// Drops work-items of every n-th launch of the process.
struct LaunchChange {
  std::uint64_t every = 1;
  LaunchLoss loss = LaunchLoss::quarter;
  std::uint64_t unit = 64;
  bool operator==(const LaunchChange&) const = default;
};

struct LayerFile {
  std::string name;
  std::string text;  // inserted before each program
  std::vector<Replacement> replacements;
  std::vector<ModuleChange> modules;
  std::optional<LaunchChange> launch;
  bool operator==(const LayerFile&) const = default;
};

std::string written(const LayerFile& file);
// Throws std::invalid_argument for text that written() does not produce.
LayerFile read_layer_file(const std::string& text);

// Returns the text of a program in OpenCL C with the defect.
std::string planted_program(const LayerFile& file, std::string program);

// Returns the driver's name with the defect, so that results are not attributed to the real driver.
std::string planted_driver(const std::string& driver, const std::string& name);

}  // namespace classay::planted
