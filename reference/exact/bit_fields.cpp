// Implements the "Extended Bit Operations" of OpenCL C on fields of bits: OpBitFieldInsert, -SExtract and -UExtract.
#include "reference/exact/bit_field.h"
#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

// `f` maps the base and a field to the extracted bits.
template <class F>
Truths extracted(const Call& call, bool is_signed, F&& f) {
  return each<2>(call, [&](Value base, Value told) {
    const BitField field = BitField(told.bits);
    if (!field.fits(width(base.type))) return Truth::anything();
    return truth({integer_type(width(base.type), is_signed), f(base.bits, field)});
  });
}

// C++ leaves a shift by the full width undefined.
constexpr Bits lowered(Bits bits, BitField field) { return field.count == 0 ? 0 : bits >> field.offset & field.ones(); }

}  // namespace

Truths bitfield_insert(const Call& call, Precision) {
  return each<3>(call, [](Value base, Value insert, Value told) {
    const BitField field = BitField(told.bits);
    if (!field.fits(width(base.type))) return Truth::anything();
    if (field.count == 0) return truth(base);
    const Bits place = field.ones() << field.offset;
    return truth({base.type, (base.bits & ~place) | (insert.bits << field.offset & place)});
  });
}

Truths bitfield_extract_signed(const Call& call, Precision) {
  return extracted(call, true, [](Bits base, BitField field) {
    const Bits bits = lowered(base, field);
    const bool is_negative = field.count > 0 && (bits >> (field.count - 1) & 1) != 0;
    return is_negative ? bits | ~field.ones() : bits;
  });
}

Truths bitfield_extract_unsigned(const Call& call, Precision) { return extracted(call, false, lowered); }

}  // namespace classay::exact_functions
