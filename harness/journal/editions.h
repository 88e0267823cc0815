// Holds the specifications that promise the results of a run.
#pragma once

#include <array>

#include "suites/documents.h"
#include "suites/front_end.h"

namespace classay {

// One edition per front end, because a specification of OpenCL C does not cover SPIR-V's own instructions.
class Editions {
 public:
  // The same edition for all front ends.
  explicit Editions(Edition all = Edition::clc31) { of_.fill(all); }
  Edition of(FrontEnd f) const { return of_.at(static_cast<std::size_t>(f)); }
  void set(FrontEnd f, Edition e) { of_.at(static_cast<std::size_t>(f)) = e; }
  bool operator==(const Editions&) const = default;

 private:
  std::array<Edition, kFrontEnds.size()> of_{};
};

}  // namespace classay
