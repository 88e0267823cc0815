// Turns facts into findings and prints both, and the page that `classay` without arguments shows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/doctor/facts.h"
#include "harness/cli/terminal/terminal.h"

namespace classay::doctor {

enum class Section : std::uint8_t { opencl, level_zero, vulkan, gpus };
inline constexpr std::array kSections{Section::opencl, Section::level_zero, Section::vulkan, Section::gpus};
std::string_view title(Section section);  // "OpenCL"
std::string_view key(Section section);    // "opencl", in JSON

// An environment variable that concerns drivers, and its effect.
struct Variable {
  Section section;
  const char* name;
  const char* effect;
};
std::span<const Variable> variables();

// A note is about something optional, or about something that a usable device does not need.
enum class Level : std::uint8_t { problem, note };

struct Finding {
  Section section = Section::opencl;
  Level level = Level::problem;
  std::string id;
  std::string object;  // the file, variable or device concerned
  std::string seen;
  std::string why;
  std::string action;
};

std::vector<Finding> findings(const Facts& facts);

void add_interface_findings(std::vector<Finding>& all, const Facts& facts);
void add_gpu_findings(std::vector<Finding>& all, const Facts& facts);

// Returns the usable devices of the interface's listing, or of its drivers' own listings where that failed.
std::vector<Json> usable_devices(const Interface& of);
bool has_gpu_of(const Facts& facts, unsigned vendor);  // on the PCI bus
std::string lower(std::string text);
unsigned vendor_of_driver(const std::string& library);  // by the library's name; 0: no single vendor

// Returns the end of a sentence "to install it, ": how to install a driver for a vendor's GPUs, or for the CPU without one.
std::string how_to_install(unsigned vendor);

// The usable devices of all interfaces.
std::vector<Json> usable_devices(const Facts& facts);

// One section per interface for people, one JSON object per line for programs.
void print_text(Terminal& out, const Facts& facts, std::span<const Finding> findings);
void print_json(Terminal& out, const Facts& facts, std::span<const Finding> findings);

// "0:0   gpu  NAME (PLATFORM)", with the types aligned.
std::string device_line(const Json& device);

// The devices, and the one command to try next.
struct FirstPage {
  std::string text;
  bool has_device = false;
};
// `out`: the folder that the suggested run writes to.
FirstPage first_page(const Listings& listings, const Hardware& hardware, const std::string& out);

}  // namespace classay::doctor
