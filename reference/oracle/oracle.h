// The MPFR oracle: the exact value of every builtin with a real result, for any arguments, as enclosures (truth.h). One
// function a builtin, named as in OpenCL.std; special arguments give what the limit of the function, C99 Annex F and the
// documents' additional requirements give. Families live in oracle_*.cpp. What no document settles is Kind::any.
#pragma once

#include "reference/truth/truth.h"

namespace classay::oracle {

using Truths = std::vector<Truth>;

#define CLASSAY_ORACLE(name) Truths name(const Call& call, Precision p);
#include "reference/oracle/oracle.def"
#undef CLASSAY_ORACLE

}  // namespace classay::oracle
