#include "suites/rules.h"

#include <algorithm>
#include <array>
#include <vector>

#include "suites/clspv.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

struct Document {
  std::string_view short_title;
  std::string_view requirements;  // its list of results beyond C99
};

// In the order of Edition.
constexpr std::array<Document, kEditions.size()> kDocuments{{
    {"OpenCL C 2.0", "OpenCL C 2.0, 2.5.1 Additional Requirements Beyond C99 TC2"},
    {"SPIR-V environment 2.2", "SPIR-V environment 2.2, Additional Requirements Beyond ISO/IEC 9899:TC2"},
    {"OpenCL C 3.1", "OpenCL C 3.1, Additional Requirements Beyond C99 TC2"},
    {"SPIR-V environment 3.1", "SPIR-V environment 3.1, Additional Requirements Beyond ISO/IEC 9899:TC2"},
}};

const Document& document(Edition e) { return kDocuments[static_cast<std::size_t>(e)]; }

using Book = std::vector<Rule>;  // of one edition, rules of a builtin side by side

Book book_of(Edition edition) {
  Book book;
  for (const auto& chapter : {opencl_rules(), c99_rules(), definition_rules()}) {
    for (const PrescribedValue& p : chapter) {
      if (p.editions.contains(edition)) book.emplace_back(p.sentence, clause(p, edition), p.advised.contains(edition));
    }
  }
  std::ranges::stable_sort(book, {}, &Rule::builtin);
  return book;
}

Book book_of_c() {
  Book book;
  for (const auto& chapter : {c99_rules(), c_rules()}) {
    for (const PrescribedValue& p : chapter) book.emplace_back(p.sentence, p.clause, false);
  }
  std::ranges::stable_sort(book, {}, &Rule::builtin);
  return book;
}

const Book& book(Edition edition) {
  static const Book of_c = book_of_c();
  static const std::array<Book, kEditions.size()> books = [] {
    std::array<Book, kEditions.size()> all;
    for (const Edition e : kEditions) all[static_cast<std::size_t>(e)] = book_of(e);
    return all;
  }();
  if (edition == Edition::none) return of_c;
  return books.at(static_cast<std::size_t>(edition == Edition::clspv ? kUnderClspv : edition));
}

std::string escaped(std::string_view sentence) {
  std::string text;
  for (const char c : sentence) {
    if (c == '|') text += '\\';
    text += c;
  }
  return text;
}

std::string names_of(EditionSet editions) {
  if (editions == kEveryEdition) return "all";
  std::string text;
  for (const Edition e : kEditions) {
    if (!editions.contains(e)) continue;
    if (!text.empty()) text += ", ";
    text += document(e).short_title;
  }
  return text;
}

std::string advice_of(const PrescribedValue& rule) {
  return rule.advised == EditionSet{} ? "" : "; \"should\" in " + names_of(rule.advised);
}

// Without editions: of a library of C.
void append_rules_of_c(std::string& text) {
  text +=
      "\n## Libraries of C\n\n"
      "For a C library with a file of limits (`--limits`), the values of C99 TC2, Annex F.9, above and these values are "
      "prescribed. The other two lists do not apply.\n\n| rule | clause |\n|---|---|\n";
  for (const PrescribedValue& p : c_rules()) {
    text += "| `" + escaped(p.sentence) + "` | " + std::string(p.clause) + " |\n";
  }
}

void append_chapter(std::string& text, std::string_view heading, std::span<const PrescribedValue> rules) {
  text += "\n## ";
  text += heading;
  text += "\n\n| rule | clause | editions |\n|---|---|---|\n";
  for (const PrescribedValue& p : rules) {
    text += "| `" + escaped(p.sentence) + "` | ";
    text += p.clause.empty() ? "additional requirements" : p.clause;
    text += " | " + names_of(p.editions) + advice_of(p) + " |\n";
  }
}

}  // namespace

std::string_view clause(const PrescribedValue& rule, Edition edition) {
  return rule.clause.empty() ? document(edition).requirements : rule.clause;
}

std::span<const Rule> rules(std::string_view builtin, Edition edition) {
  const Book& all = book(edition);
  const auto first = std::ranges::lower_bound(all, builtin, {}, &Rule::builtin);
  const auto last = std::ranges::upper_bound(first, all.end(), builtin, {}, &Rule::builtin);
  return {first, last};
}

std::string rules_markdown() {
  std::string text =
      "# Prescribed values\n\n"
      "The judge parses these sentences. If a sentence covers the arguments, its result is the only right one.\n\n"
      "- `±` is either sign. In a result it is the sign of the argument that is marked with it.\n"
      "- `x<0` includes -inf unless the sentence has `finite`, and excludes NaN.\n"
      "- `any` and a bare `x` include NaN.\n"
      "- `|` separates results that are all right.\n\n"
      "reference/promise/rule_parser.h has the grammar. These results have no sentence:\n\n"
      "- multiples of pi, which no format contains: the limit in ulp holds\n"
      "- normalize of infinite elements, fma and sqrt of finite numbers, and the sign of a zero remainder (that of x): the "
      "oracle computes them\n"
      "- half_ functions: the sentences of the functions without the prefix hold\n\n"
      "docs/ambiguities.md has the clauses with two interpretations. The sources of this page are suites/rules_c99.cpp, "
      "suites/rules_opencl.cpp and suites/rules_c.cpp.\n";
  append_chapter(text, "C99 TC2, Annex F.9", c99_rules());
  append_chapter(text, "Additional requirements of the OpenCL documents", opencl_rules());
  append_chapter(text, "Definitions of the functions", definition_rules());
  append_rules_of_c(text);
  return text;
}

}  // namespace classay
