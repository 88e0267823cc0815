// Searches for large errors on a device, for `classay search` and tier certify.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "harness/worker/search/search.h"
#include "harness/worker/sweep/worker.h"

namespace classay {

struct Task;

// Returns the start of a search: notable numbers and their pairs, the hard inputs of data/, and the inputs that earlier runs
// kept in folders.
std::vector<Tuple> beginnings(const Unit& unit, std::uint64_t seed, std::span<const std::string> known);

// Returns the results. Precondition: the caller holds a RealScope.
SearchRecord searched(Device& device, const Task& task, const SearchEffort& effort, std::span<const Tuple> known,
                      const std::function<void(const SearchResult&)>& progress = {});
// Like searched(), for as many random inputs.
SearchRecord sampled(Device& device, const Task& task, std::uint64_t inputs, std::uint64_t seed);

// Returns the search that tier certify runs after its sweep if not all inputs ran. It runs once, in the first shard.
// `known`: folders.
WorkerOptions::Search certifying_search(const std::vector<std::string>& known);

}  // namespace classay
