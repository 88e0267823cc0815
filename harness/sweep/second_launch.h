// Results of a second launch of a batch: part of every stretch is launched twice, and so is what may never have been
// written. They are judged like those of the first launch. The same bits at the same inputs need no second judgement: the
// judge is a pure function of both, and has judged them. So a device that repeats itself costs a comparison of bytes.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/sweep/asker.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/subject.h"

namespace classay {

// The results of a launch, element by element, and the bits of an element that was never written.
struct Left {
  std::vector<std::byte> elements;
  ResultBits poisoned{};
};
Left left_by(const Delivery& delivery);

// Enters the time of a launch, and whether it wrote outside of its output.
void note_launch(const Delivery& delivery, WidthRecord& record);

// Compares the results of a second launch with those of the first, judges those that differ, and enters them in the record.
// Calls note_launch() too. Suspects (suspects.h) handles inputs that neither launch wrote. Precondition: nothing is being
// judged in the background.
void judge_second(const Subject& subject, const Delivery& second, const Left& first, WidthRecord& record);

// The same where only the tally of the first launch is known, and not its bits: judges all results, and counts as wrong
// those in excess of the wrong results of the first launch.
void judge_second(const Subject& subject, const Delivery& second, WidthRecord& record);

}  // namespace classay
