#include "reference/bulk/loops_body.h"

namespace classay::bulk {

extern const Loops kBaselineLoops;
constinit const Loops kBaselineLoops = loops_for("baseline");

}  // namespace classay::bulk
