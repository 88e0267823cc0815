// Journals of shards, joined: what a run of the whole would have recorded, timings aside. Tallies add up exactly.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/journal/journal.h"
#include "harness/protocol/protocol.h"

namespace classay {

// One journal, and the last result of each case as the text of its line: parsed they would need ten times the memory.
struct ShardJournal {  // NOLINT(bugprone-exception-escape): as JournalContents
  std::filesystem::path directory;
  Json run;
  Shard shard;
  std::map<std::string, std::string> results;
};
ShardJournal read_shard_journal(const std::filesystem::path& directory);

// The first line of the whole. Throws JournalError when the parts do not belong together - another device, suite, option,
// overlapping or missing shards - naming what differs and where.
Json merged_run(const std::vector<ShardJournal>& parts);

// That of a run which all of these are parts of, each with all of its shards and asked other cases. Its filters are not
// known.
Json joined_run(const std::vector<std::vector<ShardJournal>>& runs);

// The result of a case from those of its shards, in the order of the shards. An empty text: that shard has none.
Json merged_result(const std::string& case_name, const std::vector<std::string>& results);

}  // namespace classay
