#include "reference/bulk/remainders_body.h"

namespace classay::bulk {

extern const Remainders kAvx512Remainders;
constinit const Remainders kAvx512Remainders = remainders_for("avx512");

}  // namespace classay::bulk
