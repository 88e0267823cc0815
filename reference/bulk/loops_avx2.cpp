#include "reference/bulk/loops_body.h"

namespace classay::bulk {

extern const Loops kAvx2Loops;
constinit const Loops kAvx2Loops = loops_for("avx2");

}  // namespace classay::bulk
