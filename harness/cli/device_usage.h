// Declares the options of the commands that run a device without a journal: `devices`, `repro`, `bench` and `search`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cli/commands.h"

namespace classay {

struct DeviceWords {
  DevicesOptions devices;
  std::string devices_timeout = "60s";
  ReproOptions repro;
  std::string repro_timeout = "120s";
  BenchOptions bench;
  std::vector<std::string> bench_patterns;  // positional globs
  std::string bench_shard = "1/1";
  SearchOptions search;
  std::string search_timeout = "1h";
};

// Adds --device and --symbols, whose patterns become part of the device's address.
void add_device_option(CLI::App& command, std::string& device);
void add_symbols_option(CLI::App& command, const std::function<void(const std::string&)>& take);
void add_timeout_option(CLI::App& command, std::string& timeout, const std::string& help);

void add_devices_command(CLI::App& app, DeviceWords& words);
void add_repro_command(CLI::App& app, DeviceWords& words);
void add_search_command(CLI::App& app, DeviceWords& words);
void add_bench_command(CLI::App& app, DeviceWords& words);

// nullopt: none of them was given. `after`: the words after "--", which are globs for `bench`.
std::optional<ExitCode> run_device_command(const CLI::App& app, const DeviceWords& words, std::span<const std::string> after,
                                           const Streams& streams);

}  // namespace classay
