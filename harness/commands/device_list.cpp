#include "harness/commands/device_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "harness/run/process.h"
#include "harness/words/usage_error.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n\r\t");
  if (end == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

std::string lower(std::string s) {
  std::ranges::transform(s, s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return s;
}

std::string text_of(const Json& device, const char* key) { return device.value(key, std::string()); }

std::string listed(const std::vector<Json>& devices) {
  std::vector<std::string> lines;
  for (const Json& d : devices) {
    lines.push_back(fmt::format("  {}  {} ({})", text_of(d, "address"), text_of(d, "name"), text_of(d, "platform")));
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

DeviceList ask_devices(const std::vector<std::string>& command, std::chrono::seconds timeout) {
  Process child(command);
  child.close_input();
  const auto deadline = Process::Clock::now() + timeout;
  std::string line;
  for (;;) {
    switch (child.read_line(line, deadline)) {
      case Process::Read::line: {
        const Json answer = Json::parse(line, nullptr, false);
        if (!answer.is_object() || !answer.contains("devices")) continue;
        return {.devices = answer["devices"], .error = answer.value("error", "")};
      }
      case Process::Read::timeout: return {.misfortune = fmt::format("no answer in {} s: it hangs", timeout.count())};
      case Process::Read::flooded: return {.misfortune = "floods its output"};
      case Process::Read::end: {
        const std::string how = child.wait().text();
        const std::string said = last_line(child.errors());
        return {.misfortune = said.empty() ? how : how + ": " + said};
      }
    }
  }
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

Json chosen_device(const Json& devices, const std::string& wanted) {
  if (wanted.empty()) return devices.at(0);
  std::vector<Json> found;
  for (const Json& d : devices) {
    if (text_of(d, "address") == wanted) return d;
    const std::string names = lower(text_of(d, "name") + "\n" + text_of(d, "platform"));
    if (names.find(lower(wanted)) != std::string::npos) found.push_back(d);
  }
  if (found.size() == 1) return found[0];
  if (found.empty()) {
    throw UsageError(fmt::format("no device is called '{}'; there {}:\n{}", wanted, devices.size() == 1 ? "is" : "are",
                                 listed(devices.get<std::vector<Json>>())));
  }
  throw UsageError(fmt::format("'{}' is more than one device; give its address:\n{}", wanted, listed(found)));
}

}  // namespace classay
