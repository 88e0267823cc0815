// Declares the MPFR oracle: the exact value of every builtin with a real result, for any arguments, as enclosures (truth.h).
// There is one function per builtin, named as in OpenCL.std. Special arguments have the results of the function's limit, C99
// Annex F and the additional requirements. A result that no specification defines is Kind::any.
#pragma once

#include "reference/truth/call.h"

namespace classay::oracle {

using Truths = std::vector<Truth>;

#define CLASSAY_ORACLE(name) Truths name(const Call& call, Precision p);
#include "reference/oracle/oracle.def"
#undef CLASSAY_ORACLE

}  // namespace classay::oracle
