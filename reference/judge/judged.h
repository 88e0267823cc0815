// Defines the result of a judgement as a tally stores it.
#pragma once

#include "reference/judge/tally.h"

namespace classay {

struct Judgement;

struct Judged {
  // Signed, rounded away from zero; infinite where a number is right and the result is none, or the reverse.
  double ulps = 0;
  Tally::Outcome outcome = Tally::Outcome::wrong;
};

Judged judged(const Judgement& judgement);

}  // namespace classay
