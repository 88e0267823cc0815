// Decides which specification promises the results of a case; no other code does.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "suites/documents.h"
#include "suites/front_end.h"
#include "suites/version.h"

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

// For `auto`: returns the editions that a device of this back end follows, by the version of its environment. An unknown
// version counts as the newest. (A specification has tables for both profiles.)
Editions editions_for(std::string_view backend, const Version& environment);

// Returns whether a specification covers this front end of the back end.
bool follows(std::string_view backend, FrontEnd f);

}  // namespace classay
