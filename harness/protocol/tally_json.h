// Tallies as JSON, exactly: bits are hex strings, errors decimals that read back as the same double (or "inf" and "-inf",
// which JSON's numbers do not have). So a tally survives a checkpoint, and those of shards add up to the tally of the whole.
//
//   judged failed undefined   counts
//   worst first               samples {index, inputs[], got, ulps}: largest error first; first failures by index. `got` is a
//                             list where a result has two components
//   signed_histogram          counts of bins as Tally::histogram_bin numbers them
//   per_binade                [exponent, "+" or "-", index, inputs[], got, ulps] for each binade of the first argument
#pragma once

#include <map>

#include "harness/protocol/read_json.h"
#include "reference/judge/tally.h"
#include "suites/row.h"

namespace classay {

std::string hex(Bits bits, int digits);  // "0x", and zeros before what has fewer digits
Bits bits_from(const Json& json);        // of such a string; throws std::invalid_argument

// Bits are as wide as the types of the row in a vector of so many lanes; inputs are those that the call has.
Json to_json(const Tally& tally, const Row& row, Type format, int lanes = 1);
// The same for who does not know the row: bits without leading zeros, three inputs.
Json to_json(const Tally& tally);

// The patterns of a sample between commas, as words/inputs.h reads them.
std::string inputs_text(const Json& sample);

// One sample of the above, and the list of binades: by 2 * exponent, and one more where the argument is negative. They throw
// as tally_from does, or Json::exception.
Sample sample_from(const Json& index, const Json& inputs, const Json& got, const Json& ulps);
std::map<int, Sample> binades_from(const Json& json);

// Takes the above, and a `result` line, whose counts stand in "counts". Throws std::invalid_argument when that is no tally.
Tally tally_from(const Json& json);

}  // namespace classay
