// Converts tallies to and from JSON exactly. Bits are hex strings; errors are decimals that parse to the same double (or
// "inf" and "-inf", which JSON numbers lack). A tally therefore survives a checkpoint, and those of shards add up to that of
// the complete case.
//
//   judged failed undefined   counts
//   worst first               samples {index, inputs[], got, ulps}: largest error first; first failures by index. `got` is a
//                             list where a result has two components
//   signed_histogram          counts of bins, numbered by Tally::histogram_bin
//   per_binade                [exponent, "+" or "-", index, inputs[], got, ulps] for each binade of the first argument
#pragma once

#include <map>
#include <string_view>

#include "harness/journal/case_result.h"
#include "reference/judge/tally.h"
#include "suites/row.h"

namespace classay {

std::string hex(Bits bits, int digits);  // "0x", then at least `digits` digits
Bits bits_in(std::string_view text);     // parses such text; throws std::invalid_argument

// Bits are as wide as the row's types in a vector of `lanes` lanes; a sample has the inputs of its call.
ResultTally result_tally(const Tally& tally, const Row& row, Type format, int lanes = 1);
Json to_json(const Tally& tally, const Row& row, Type format, int lanes = 1);
SearchRecord search_record(const Tally& tally, const Row& row, Type format);
// The same without knowledge of the row: bits without leading zeros, three inputs.
Json to_json(const Tally& tally);

// The bit patterns of a sample, separated by commas, as text/inputs.h reads them.
std::string inputs_text(const ResultSample& sample);

// All throw std::invalid_argument for a tally that no sweep can leave.
Tally tally_from(const TallyRecord& record);
Tally tally_from(const Json& json);
Tally tally_of(const CaseResult& result);

// The list of binades by 2 * exponent, plus one for a negative argument. Throws std::invalid_argument.
std::map<int, Sample> binades_from(const std::vector<BinadeSample>& binades);

}  // namespace classay
