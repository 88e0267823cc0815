// What became of the results of a batch at one width, as a tally. Where only finite arguments are promised, a vector with a
// lane that is not finite is no such argument as a whole: nobody says that its other lanes are right (A44), so what is wrong
// there is excused, which makes the tally one of the width.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/sweep/asker.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/subject.h"

namespace classay {

// May a result depend on what else is in its vector?
bool depends_on_neighbours(const Subject& subject, int width);
// May what is wrong in the batch stand beside an input of which nothing is promised?
bool excuses_some(const Subject& subject, const Batch& batch, int width);

// Is a wrong result of input `at` of the batch excused, because an input without a promise may be in the same vector?
bool excuses(const Subject& subject, const Batch& batch, std::uint64_t at, int width);

// Judges a single result. The caller holds a RealScope.
Tally::Outcome outcome_of(const Subject& subject, const Batch& batch, std::uint64_t at, Packed result, int width);

// Of results that have been judged.
Tally tally_of(const Subject& subject, const Batch& batch, std::span<const std::byte> results, std::vector<Judged> judged,
               int width);
// Of results that are judged by values, all of them at once; one by one where some that are wrong may be excused. `known`:
// what the ledger has of the width. Enters the tally, and what the oracle was asked about, in the record.
void tally_in_bulk(const Subject& subject, const Batch& batch, std::span<const std::byte> results, const Tally& known,
                   WidthRecord& record);

// The same, each result judged by itself.
void tally_one_by_one(const Subject& subject, const Batch& batch, std::span<const std::byte> results, WidthRecord& record);

// Of a builtin across lanes: each vector is one input, and its first lane stands for it. `unwritten`: gets the places of
// results that may never have been written.
WidthRecord judge_vectors(const Subject& subject, const Delivery& delivery, std::vector<std::uint64_t>& unwritten);

}  // namespace classay
