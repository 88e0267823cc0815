// Makes the page that `classay` without arguments prints: the devices, and the one command to try next.
#pragma once

#include <string>

#include "harness/cli/doctor/collect.h"
#include "harness/cli/doctor/facts.h"

namespace classay::doctor {

struct FirstPage {
  std::string text;
  bool has_device = false;
};
// `out`: the folder that the suggested run writes to.
FirstPage first_page(const Listings& listings, const Hardware& hardware, const std::string& out);

}  // namespace classay::doctor
