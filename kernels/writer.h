// Lists the writers of programs, one entry per front end. Either the readable text or its assembled form is built.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/arithmetic.h"
#include "kernels/collecting.h"
#include "kernels/compiler.h"
#include "kernels/contending.h"
#include "kernels/digesting.h"
#include "kernels/imaging.h"
#include "kernels/moves.h"
#include "kernels/source.h"
#include "suites/front_end.h"

namespace classay {

// Whether a call exists for a row and format.
enum class Written : std::uint8_t {
  yes,
  not_yet,
  of_others,  // only other formats of the row: the language has none for this one
};

struct Writer {
  FrontEnd front_end;
  Written (*written)(const Row&, Type);  // for rows that the front end supports
  // Whether a program computes such inputs or folds them in. If not, they are sent.
  bool (*makes)(Making);
  // Returns whether the inputs of a row are always sent; nullptr: of no row.
  bool (*sends)(const Row&) = nullptr;
  bool folds_beside_table = false;  // literals can stand in the program of a table
  Source (*program)(const Asked&, const Compiler&);
  // Several builtins in one program; nullptr: each has a program of its own.
  Source (*several)(std::span<const Asked>, const Compiler&) = nullptr;
  // Probes, or nullptr. They identify a device that supports no other front end.
  Source (*counting)(std::uint32_t factor, const Compiler&) = nullptr;
  Source (*arithmetic)(Type, std::span<const ArithmeticStep>, const Compiler&) = nullptr;
  Source (*printing)(Type, std::span<const int> widths, const Compiler&) = nullptr;
  Source (*prefetching)(Type, std::span<const int> widths, const Compiler&) = nullptr;
  Source (*copying)(Type, std::span<const int> widths, const Compiler&) = nullptr;
  Source (*moving)(Type, std::span<const MovesOfWidth>, const Compiler&) = nullptr;
  Source (*collecting)(CollectiveSet, Type, std::span<const GroupShape>, const Compiler&) = nullptr;
  Source (*contending)(Type, AtomicForm, std::span<const Contender>, const Compiler&) = nullptr;
  Source (*imaging)(const ImageProgram&, const Compiler&) = nullptr;
  Source (*digesting)(const Digested&, const Compiler&) = nullptr;  // nullptr: all results are read
  // Assembles the text; nullptr: the text itself is built. Throws std::invalid_argument if the text is not valid.
  std::vector<std::uint32_t> (*assembled)(const std::string& text) = nullptr;
};
const Writer& writer(FrontEnd f);

}  // namespace classay
