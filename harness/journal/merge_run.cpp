// The first lines of shards, joined: do they ask the same question of the same device?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

#include "harness/journal/device_differences.h"
#include "harness/journal/merge.h"

namespace classay {
namespace {

// What each shard may have of its own, of the first line and of its options: when, where, by which worker and with how many
// it ran. All else is the same question, and a field that is not known here may matter.
constexpr std::array<std::string_view, 7> kOfAShard{"shard", "start", "host", "worker", "selfcheck", "device", "options"};
constexpr std::array<std::string_view, 4> kOptionsOfAShard{"device", "workers", "known", "dump_kernels"};

void check_alike(const ShardJournal& a, const ShardJournal& b) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& whose, const std::vector<std::string>& differences) {
    for (const std::string& d : differences) all.push_back(whose + d);
  };
  const auto object = [](const Json& run, const char* key) { return run.value(key, Json::object()); };
  add("the device's ", device_differences(object(a.run, "device"), object(b.run, "device")));
  add("the suite's ", json_differences(object(a.run, "suite"), object(b.run, "suite"), {}));
  add("the option ", json_differences(object(a.run, "options"), object(b.run, "options"), kOptionsOfAShard));
  std::vector<std::string_view> but_for(kOfAShard.begin(), kOfAShard.end());
  but_for.emplace_back("suite");
  add("", json_differences(a.run, b.run, but_for));
  if (a.shard.of != b.shard.of) all.push_back("one is shard " + name(a.shard) + ", the other " + name(b.shard));
  if (all.empty()) return;
  throw JournalError(
      fmt::format("{} and {} do not belong together: {}", a.directory.string(), b.directory.string(), fmt::join(all, "; ")));
}

void check_shards(const std::vector<ShardJournal>& parts) {
  std::map<std::uint64_t, const ShardJournal*> seen;
  for (const ShardJournal& p : parts) {
    const auto [place, is_new] = seen.emplace(p.shard.index, &p);
    if (!is_new) {
      throw JournalError(p.directory.string() + " and " + place->second->directory.string() + " overlap: both are shard " +
                         name(p.shard));
    }
  }
  for (std::uint64_t i = 0; i < parts.front().shard.of; ++i) {
    if (!seen.contains(i)) throw JournalError("shard " + name(Shard{i, parts.front().shard.of}) + " is missing");
  }
}

// What all parts say, in objects too.
Json said_by_all(const Json& a, const Json& b) {
  if (a == b) return a;
  if (!a.is_object() || !b.is_object()) return nullptr;
  Json all = Json::object();
  for (const auto& [key, value] : a.items()) {
    if (!b.contains(key)) continue;
    const bool is_same = b.at(key) == value;
    if (is_same || value.is_object()) all[key] = said_by_all(value, b.at(key));
  }
  return all;
}

}  // namespace

Json merged_run(const std::vector<ShardJournal>& parts) {
  if (parts.empty()) throw JournalError("there is nothing to merge");
  for (const ShardJournal& p : parts) check_alike(parts.front(), p);
  check_shards(parts);
  Json run = parts.front().run;
  run["shard"] = "1/1";
  run["merged"] = Json::array();
  for (const ShardJournal& p : parts) {
    run["merged"].push_back({{"shard", name(p.shard)},
                             {"start", p.run.value("start", "")},
                             {"host", p.run.value("host", Json())},
                             {"address", p.run.at("device").value("address", Json())}});
    if (p.run.contains("worker")) run["merged"].back()["worker"] = p.run.at("worker");
    if (p.run.value("start", "") < run.value("start", "")) run["start"] = p.run.at("start");
    // What one shard says of itself is not said of the whole.
    for (const char* key : {"device", "host", "worker", "options", "selfcheck"}) {
      if (run.contains(key)) run[key] = said_by_all(run.at(key), p.run.value(key, Json::object()));
    }
  }
  if (run.contains("device") && !run.at("device").contains("address")) run["device"]["address"] = "";  // the first there is
  return run;
}

}  // namespace classay
