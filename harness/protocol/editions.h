// Which document promises what a case gives: the one place where that is decided.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "suites/documents.h"
#include "suites/front_end.h"
#include "suites/version.h"

namespace classay {

// For each front end: a document of OpenCL C says nothing of SPIR-V's own instructions.
class Editions {
 public:
  // That of all of them.
  explicit Editions(Edition all = Edition::clc31) { of_.fill(all); }
  Edition of(FrontEnd f) const { return of_.at(static_cast<std::size_t>(f)); }
  void set(FrontEnd f, Edition e) { of_.at(static_cast<std::size_t>(f)) = e; }
  bool operator==(const Editions&) const = default;

 private:
  std::array<Edition, kFrontEnds.size()> of_{};
};

// `auto`: those that a device follows which is reached through this back end, by the version of its environment; an unknown
// one is taken for the newest. (A document has tables for both profiles.)
Editions editions_for(std::string_view backend, const Version& environment);

// Is there a document for a front end of the back end?
bool follows(std::string_view backend, FrontEnd f);

}  // namespace classay
