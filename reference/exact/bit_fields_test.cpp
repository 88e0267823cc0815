// Compares each bit of the result with the text of "Extended Bit Operations", for every 8-bit base and every field, and for
// samples of wider bases. Possible faults: a field of no bits or of all bits; a field at the top; a sign taken from
// the base; a field that exceeds the number but is not undefined.
#include <gtest/gtest.h>

#include "reference/exact/bit_field.h"
#include "reference/exact/testing.h"
#include "reference/inputs/inputs.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;

bool bit(Bits bits, unsigned i) { return i < 64 && (bits >> i & 1) != 0; }

// Computes a result bit by bit.
template <class F>
Bits by_bits(Type type, F&& f) {
  Bits bits = 0;
  for (unsigned i = 0; i < static_cast<unsigned>(width(type)); ++i) bits |= Bits{f(i)} << i;
  return bits;
}

Bits inserted(Type type, Bits base, Bits insert, BitField f) {
  return by_bits(type, [&](unsigned i) {
    const bool is_inside = i >= f.offset && i < f.offset + f.count;
    return is_inside ? bit(insert, i - f.offset) : bit(base, i);
  });
}

Bits extracted(Type type, Bits base, BitField f, bool is_signed) {
  return by_bits(type, [&](unsigned i) {
    if (i < f.count) return bit(base, f.offset + i);
    return is_signed && f.count > 0 && bit(base, f.offset + f.count - 1);
  });
}

Bits result(Evaluate f, const std::vector<Value>& args) {
  const Truth t = f({.type = args[0].type, .args = args}, kFirstPrecision).at(0);
  EXPECT_EQ(t.kind, Truth::Kind::integer);
  return t.integer;
}

void check(Type type, Bits base, Bits insert, BitField f) {
  const Value b{type, base};
  const Value field{Type::u16, f.told()};
  SCOPED_TRACE(testing::Message() << info(type).name << " " << base << " " << insert << " " << f.offset << " " << f.count);
  EXPECT_EQ(result(ef::bitfield_insert, {b, {type, insert}, field}), inserted(type, base, insert, f));
  EXPECT_EQ(result(ef::bitfield_extract_signed, {b, field}), extracted(type, base, f, true));
  EXPECT_EQ(result(ef::bitfield_extract_unsigned, {b, field}), extracted(type, base, f, false));
}

TEST(BitFieldsTest, EveryFieldOfEveryByte) {
  for (const Type type : {Type::i8, Type::u8}) {
    for (unsigned offset = 0; offset <= 8; ++offset) {
      for (unsigned count = 0; offset + count <= 8; ++count) {
        for (Bits base = 0; base < 256; ++base) check(type, base, base * 37 & 0xff, {offset, count});
      }
    }
  }
}

TEST(BitFieldsTest, EveryFieldOfWiderNumbers) {
  CounterRandom random(1, 1);
  for (const Type type : {Type::i16, Type::u16, Type::i32, Type::u32, Type::i64, Type::u64}) {
    const auto bits = static_cast<unsigned>(width(type));
    for (unsigned offset = 0; offset <= bits; ++offset) {
      for (unsigned count = 0; offset + count <= bits; ++count) {
        check(type, random.next() & mask(type), random.next() & mask(type), {offset, count});
        check(type, mask(type), 0, {offset, count});
      }
    }
  }
}

TEST(BitFieldsTest, WhatDoesNotFitIsAnything) {
  for (const BitField f : {BitField{8, 1}, BitField{0, 9}, BitField{9, 0}, BitField{4, 5}, BitField{255, 255}}) {
    const std::vector<Value> extract{{Type::i8, 0x5a}, {Type::u16, f.told()}};
    const std::vector<Value> insert{{Type::i8, 0x5a}, {Type::i8, 0x11}, {Type::u16, f.told()}};
    EXPECT_EQ(ef::bitfield_insert({.type = Type::i8, .args = insert}, kFirstPrecision).at(0).kind, Truth::Kind::any);
    for (const Evaluate e : {ef::bitfield_extract_signed, ef::bitfield_extract_unsigned}) {
      EXPECT_EQ(e({.type = Type::i8, .args = extract}, kFirstPrecision).at(0).kind, Truth::Kind::any);
    }
  }
}

TEST(BitFieldsTest, AFieldIsToldAsOneNumber) {
  const BitField f(Bits{0x0803});
  EXPECT_EQ(f.offset, 3U);
  EXPECT_EQ(f.count, 8U);
  EXPECT_EQ(f.told(), 0x0803U);
}

}  // namespace
}  // namespace classay
