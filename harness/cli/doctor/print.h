// Prints facts and findings: one section per interface for people, one JSON object per line for programs.
#pragma once

#include <span>

#include "harness/cli/doctor/facts.h"
#include "harness/cli/doctor/findings.h"
#include "harness/cli/terminal/terminal.h"

namespace classay::doctor {

// The usable devices of all interfaces.
std::vector<Json> usable_devices(const Facts& facts);

void print_text(Terminal& out, const Facts& facts, std::span<const Finding> findings);
void print_json(Terminal& out, const Facts& facts, std::span<const Finding> findings);

// "0:0   gpu  NAME (PLATFORM)", with the types aligned.
std::string device_line(const Json& device);

}  // namespace classay::doctor
