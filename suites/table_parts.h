// What the parts of the table share: short names for limits and editions that many rows have. Included by table_*.h only.
#pragma once

#include "reference/exact.h"
#include "reference/oracle.h"
#include "suites/row.h"

namespace classay::parts {

inline constexpr Limits kExact{.full = Exact{}};
inline constexpr Limits kRounded{.full = CorrectlyRounded{}};
inline constexpr Limits kImplementationDefined{.full = ImplementationDefined{}};

inline constexpr Few<Edition, 4> kC{Edition::clc20, Edition::clc31};
inline constexpr Few<Edition, 4> kSpirv{Edition::spirv22, Edition::spirv31};
inline constexpr Few<Edition, 4> kBeforeUnified{Edition::clc20, Edition::spirv22};
inline constexpr Few<Edition, 4> kC20{Edition::clc20};
inline constexpr Few<Edition, 4> kSpirv22{Edition::spirv22};

// One row for functions of both kinds of formats.
template <Evaluate real, Evaluate integer>
std::vector<Truth> of_either(const Call& call, Precision p) {
  return is_float(call.type) ? real(call, p) : integer(call, p);
}

}  // namespace classay::parts
