#include "reference/bulk/remainders_body.h"

namespace classay::bulk {

extern const Remainders kBaselineRemainders;
constinit const Remainders kBaselineRemainders = remainders_for("baseline");

}  // namespace classay::bulk
