// A search on a device, as `classay search` and tier certify do it.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "harness/search/search.h"
#include "harness/sweep/worker.h"

namespace classay {

// What a search begins with: notable numbers and pairs of them, the hard inputs of data/, and what others have found and
// kept in folders.
std::vector<Tuple> beginnings(const Unit& unit, std::uint64_t seed, std::span<const std::string> known);

// What came of it, as journals have tallies. Precondition: the caller holds a RealScope.
Json searched(Device& device, const Task& task, const SearchEffort& effort, std::span<const Tuple> known,
              const std::function<void(const SearchResult&)>& progress = {});
// Of as many random inputs.
Json sampled(Device& device, const Task& task, std::uint64_t inputs, std::uint64_t seed);

// What tier certify searches after its sweep: where not all inputs are asked. Once, in the first shard. `known`: folders.
WorkerOptions::Search certifying_search(const std::vector<std::string>& known);

}  // namespace classay
