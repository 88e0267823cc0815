// All prescribed values as data: each rule is a sentence of reference/promise/rule_parser.h, with its source and the
// editions in which it stands. A rule that C prescribes too has a second entry with C's clause. rules(builtin, edition) of
// judge_promise.h passes the rules to the judge; tools/pages.cpp writes them as a page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "suites/documents.h"

namespace classay {

// The editions in which a rule stands.
class EditionSet {
 public:
  template <class... E>
  constexpr explicit EditionSet(E... e) : bits_(((1U << static_cast<unsigned>(e)) | ... | 0U)) {}
  constexpr bool contains(Edition e) const { return (bits_ >> static_cast<unsigned>(e) & 1U) != 0; }
  constexpr bool operator==(const EditionSet&) const = default;

 private:
  unsigned bits_;
};
inline constexpr EditionSet kEveryEdition{Edition::clc20, Edition::spirv22, Edition::clc31, Edition::spirv31};
inline constexpr EditionSet kUnifiedEditions{Edition::clc31, Edition::spirv31};
inline constexpr EditionSet kSpirvEditions{Edition::spirv22, Edition::spirv31};

struct PrescribedValue {
  std::string_view sentence;
  std::string_view clause = "";  // empty: the edition's list of additional requirements
  EditionSet editions = kEveryEdition;
  EditionSet advised = EditionSet{};  // editions that write "should" instead
};

std::span<const PrescribedValue> c99_rules();         // rules_c99.cpp: Annex F.9 of C99 TC2, which all editions adopt
std::span<const PrescribedValue> opencl_rules();      // rules_opencl.cpp: the additional requirements of the editions
std::span<const PrescribedValue> definition_rules();  // rules_opencl.cpp: the definitions of the functions
// rules_c.cpp: rules for libraries of C. Only these and c99_rules() apply to them.
std::span<const PrescribedValue> c_rules();

// Where the rule stands in that edition: "C99 F.9.1.1", "OpenCL C 2.0, 2.5.1".
std::string_view clause(const PrescribedValue& rule, Edition edition);

std::string rules_markdown();  // the page of tools/pages.cpp

}  // namespace classay
