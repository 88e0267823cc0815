// Inputs whose results are hard to round, as the files of data/hard-inputs hold them: a line a call, C99 hex floats, `#`
// before remarks. Numbers are read exactly, never through a host conversion; one that the format does not have is left out.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "reference/number/format.h"

namespace classay {

// "-0x1.8p-3", "0x0p+0", "inf", "-inf", "nan". nullopt: malformed, or not a number of the format.
enum class HexError : std::uint8_t { malformed, not_representable };
struct HexFloat {
  std::optional<Bits> bits;
  HexError error = HexError::malformed;  // when `bits` is empty
};
HexFloat parse_hex_float(const Format& f, std::string_view text);

struct HardInputs {
  std::vector<std::vector<Bits>> rows;
  std::size_t left_out = 0;  // rows with a number that the format does not have
};
// Throws std::invalid_argument, with the line's number and text, when a line is not `arity` numbers.
HardInputs parse_hard_inputs(const Format& f, std::size_t arity, std::string_view text);

}  // namespace classay
