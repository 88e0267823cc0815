// Who writes the programs of a front end: one entry each. A program is text for a person to read; what is built is that, or
// what an assembler makes of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/arithmetic.h"
#include "kernels/collecting.h"
#include "kernels/contending.h"
#include "kernels/imaging.h"
#include "kernels/moves.h"
#include "kernels/source.h"
#include "suites/front_end.h"

namespace classay {

// What a program depends on of the device that it is for.
struct Compiler {
  int address_bits = 64;  // of a pointer in a kernel
  Version environment;    // as in harness/devices/capabilities.h
  Version language;
};

// Is a call of a row and format written?
enum class Written : std::uint8_t {
  yes,
  not_yet,
  of_others,  // of other formats of the row: the language has none of this one
};

struct Writer {
  FrontEnd front_end;
  Written (*written)(const Row&, Type);  // of what the front end speaks
  // Does a program make such inputs, or fold them in? They are sent where it does not.
  bool (*makes)(Making);
  bool folds_beside_table = false;  // literals can stand in the program of a table
  Source (*program)(const Asked&, const Compiler&);
  // Probes, or nullptr. A device that can be asked in no other front end is known by these.
  Source (*counting)(std::uint32_t factor, const Compiler&) = nullptr;
  Source (*arithmetic)(Type, std::span<const ArithmeticStep>, const Compiler&) = nullptr;
  Source (*printing)(Type, std::span<const int> widths, const Compiler&) = nullptr;
  Source (*prefetching)(Type, std::span<const int> widths, const Compiler&) = nullptr;
  Source (*copying)(Type, std::span<const int> widths, const Compiler&) = nullptr;
  Source (*moving)(Type, std::span<const MovesOfWidth>, const Compiler&) = nullptr;
  Source (*collecting)(CollectiveSet, Type, const Compiler&) = nullptr;
  Source (*contending)(Type, AtomicStyle, std::span<const Contender>, const Compiler&) = nullptr;
  Source (*imaging)(const ImageProgram&, const Compiler&) = nullptr;
  // From its text; nullptr: the text is what is built. Throws std::invalid_argument for text that is not valid.
  std::vector<std::uint32_t> (*assembled)(const std::string& text) = nullptr;
};
const Writer& writer(FrontEnd f);

}  // namespace classay
