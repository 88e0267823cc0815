#include "reference/bulk/remainders_body.h"

namespace classay::bulk {

extern const Remainders kAvx2Remainders;
constinit const Remainders kAvx2Remainders = remainders_for("avx2");

}  // namespace classay::bulk
