#include "reference/judge/judged.h"

#include <limits>

#include "reference/judge/judge.h"
#include "reference/number/interval.h"

namespace classay {
namespace {

Tally::Outcome outcome_of(Verdict v) {
  switch (v) {
    case Verdict::right: return Tally::Outcome::right;
    case Verdict::wrong: return Tally::Outcome::wrong;
    case Verdict::undefined: return Tally::Outcome::undefined;
    case Verdict::poor: return Tally::Outcome::poor;
  }
  return Tally::Outcome::wrong;
}

}  // namespace

Judged judged(const Judgement& judgement) {
  Judged judged{.outcome = outcome_of(judgement.verdict)};
  if (judgement.error) {
    judged.ulps = mpfr_get_d(judgement.error->high, MPFR_RNDU);
    if (judgement.is_below) judged.ulps = -judged.ulps;
  } else if (judgement.verdict == Verdict::wrong || judgement.verdict == Verdict::poor) {
    judged.ulps = std::numeric_limits<double>::infinity();
  }
  return judged;
}

}  // namespace classay
