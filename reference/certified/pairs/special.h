// Provides values of functions of two arguments if one is a zero, an infinity or a NaN, or if a specification names it: 1 ^
// y. They are exact, and equal to the prescribed values. Where no value is prescribed, they are those of the oracle
// (reference/oracle/power.cpp).
#pragma once

namespace classay::certified::special {

struct Value {
  double value = 0;
  bool is_angle = false;  // a rounded multiple of pi / 4, which is not a number of a format and not prescribed

  Value(double exact) : value(exact) {}  // NOLINT(google-explicit-constructor): nearly all are just numbers
  static Value angle(double rounded) {
    Value v = rounded;
    v.is_angle = true;
    return v;
  }
};

Value pow(double x, double y);
Value powr(double x, double y);
Value pown(double x, double n);
Value rootn(double x, double n);
Value atan2(double y, double x);
Value atan2pi(double y, double x);
Value hypot(double x, double y);

}  // namespace classay::certified::special
