// Merges journals of shards into the journal that the complete run would have written, except for timings. Tallies
// add up exactly.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/journal/journal.h"
#include "harness/journal/unit.h"

namespace classay {

// One journal, and the last result of each case as JSON text, because parsed results need ten times the memory.
struct ShardJournal {
  std::filesystem::path directory;
  SharedJson run;    // the first record, whose unknown fields are compared too
  RunHeader header;  // its fields
  Shard shard;
  std::map<std::string, std::string> results;
};
ShardJournal read_shard_journal(const std::filesystem::path& directory);

// Returns the first record of the merged run. Throws JournalError if the parts do not fit: a different device, suite or
// option, or overlapping or missing shards. The message names the difference and its place.
Json merged_run(const std::vector<ShardJournal>& parts);

// Returns the first record of a run that consists of these complete runs of different cases. Its filters are unknown.
Json joined_run(const std::vector<std::vector<ShardJournal>>& runs);

// Returns the result of a case from its shards, in shard order. An empty text: that shard has none.
Json merged_result(const std::string& case_name, const std::vector<std::string>& results);

}  // namespace classay
