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

// What a launch left, element by element, and what an element holds that was never written.
struct Left {
  std::vector<std::byte> elements;
  ResultBits poisoned{};
};
Left left_by(const Delivery& delivery);

// Enters the time of a launch, and whether it wrote outside of its output.
void note_launch(const Delivery& delivery, WidthRecord& record);

// Compares what a second launch gave with what the first launch left, judges what differs, and enters that in the record, as
// does note_launch. An input that was not written by either launch is left to Suspects (suspects.h). Precondition: nothing
// is being judged in the background.
void judge_second(const Subject& subject, const Delivery& second, const Left& first, WidthRecord& record);

// The same where the first launch's bits are forgotten, but not its tally: judges all results, and counts those as wrong
// that are more than were wrong the first time.
void judge_second(const Subject& subject, const Delivery& second, WidthRecord& record);

}  // namespace classay
