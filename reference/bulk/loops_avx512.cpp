#include "reference/bulk/loops_body.h"

namespace classay::bulk {

extern const Loops kAvx512Loops;
constinit const Loops kAvx512Loops = loops_for("avx512");

}  // namespace classay::bulk
