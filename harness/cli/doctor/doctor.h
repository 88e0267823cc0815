// Prints facts and findings, and the page that `classay` without arguments shows.
#pragma once

#include <span>
#include <string>

#include "harness/cli/doctor/facts.h"
#include "harness/cli/doctor/findings.h"
#include "harness/cli/terminal/terminal.h"

namespace classay::doctor {

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
