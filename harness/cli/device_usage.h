// Declares the options of the commands that run a device without a journal: `repro`, `bench` and `search`.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "harness/cli/commands.h"

namespace classay {

struct DeviceWords {
  ReproOptions repro;
  BenchOptions bench;
  std::string bench_shard = "1/1";
  SearchOptions search;
};

void add_device_commands(CLI::App& app, DeviceWords& words);

// nullopt: none of them was given.
std::optional<ExitCode> run_device_command(const CLI::App& app, const DeviceWords& words, const Streams& streams);

}  // namespace classay
