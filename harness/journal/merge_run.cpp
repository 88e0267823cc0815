// Merges the first records of shards, and checks that they ran the same cases on the same device.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "harness/journal/merge.h"
#include "harness/journal/read_json.h"
#include "harness/journal/run_header.h"

namespace classay {
namespace {

// Fields and options of the first record that may differ between shards: time, place and workers. All others must be equal,
// and so must unknown fields, because they may matter.
constexpr std::array<std::string_view, 8> kOfAShard{"shard", "start",     "host",   "worker",
                                                    "label", "selfcheck", "device", "options"};
constexpr std::array<std::string_view, 4> kOptionsOfAShard{"device", "workers", "known", "dump_kernels"};

// Fields that may also differ between runs of different cases.
constexpr std::array<const char*, 2> kOfOtherCases{"cases", "measured"};

enum class Asks : std::uint8_t { the_same_cases, others };

void check_alike(const ShardJournal& a, const ShardJournal& b, Asks asks) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& whose, const std::vector<std::string>& differences) {
    for (const std::string& d : differences) all.push_back(whose + d);
  };
  const auto object = [](const Json& run, const char* key) { return run.value(key, Json::object()); };
  add("the device's ", device_differences(object(*a.run, "device"), object(*b.run, "device")));
  add("the suite's ", json_differences(object(*a.run, "suite"), object(*b.run, "suite"), {}));
  std::vector<std::string_view> but_for(kOfAShard.begin(), kOfAShard.end());
  std::vector<std::string_view> options(kOptionsOfAShard.begin(), kOptionsOfAShard.end());
  if (asks == Asks::others) {
    but_for.insert(but_for.end(), kOfOtherCases.begin(), kOfOtherCases.end());
    options.emplace_back("filters");
  }
  add("the option ", json_differences(object(*a.run, "options"), object(*b.run, "options"), options));
  but_for.emplace_back("suite");
  add("", json_differences(*a.run, *b.run, but_for));
  if (asks == Asks::the_same_cases && a.shard.of != b.shard.of)
    all.push_back("one is shard " + name(a.shard) + ", the other " + name(b.shard));
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

// Returns the values that both have in common, recursively.
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

// Keeps only the values that all parts share; the earliest start is that of the merged run.
void put_part(Json& whole, const Json& part) {
  for (const char* key : {"device", "host", "worker", "options", "selfcheck"}) {
    if (whole.contains(key)) whole[key] = said_by_all(whole.at(key), part.value(key, Json::object()));
  }
  if (whole.contains("label") && (!part.contains("label") || part.at("label") != whole.at("label"))) whole.erase("label");
  if (part.value("start", "") < whole.value("start", "")) whole["start"] = part.at("start");
  if (whole.contains("device") && !whole.at("device").contains("address"))
    whole["device"]["address"] = "";  // the first device
}

}  // namespace

Json merged_run(const std::vector<ShardJournal>& parts) {
  if (parts.empty()) throw JournalError("there is nothing to merge");
  for (const ShardJournal& p : parts) check_alike(parts.front(), p, Asks::the_same_cases);
  check_shards(parts);
  Json run = *parts.front().run;
  run["shard"] = "1/1";
  run["merged"] = Json::array();
  for (const ShardJournal& p : parts) {
    Json part{{"shard", name(p.shard)}, {"start", p.header.start}, {"host", p.run->value("host", Json())}};
    part["address"] = p.run->at("device").value("address", Json());
    if (p.header.worker) part["worker"] = p.run->at("worker");
    run["merged"].push_back(std::move(part));
    put_part(run, *p.run);
  }
  return run;
}

Json joined_run(const std::vector<std::vector<ShardJournal>>& runs) {
  Json whole = merged_run(runs.front());
  for (const std::vector<ShardJournal>& parts : std::span(runs).subspan(1)) {
    check_alike(runs.front().front(), parts.front(), Asks::others);
    const Json run = merged_run(parts);
    put_part(whole, run);
    for (const char* key : kOfOtherCases) whole[key] = count_at(whole, key, 0) + count_at(run, key, 0);
    for (const Json& part : run.at("merged")) whole["merged"].push_back(part);
  }
  return whole;
}

}  // namespace classay
