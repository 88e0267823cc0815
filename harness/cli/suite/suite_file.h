// Reads suite files: TOML that describes several runs with their devices, environment variables and known failures. A key is
// the long name of an option of `classay run`, or one of the few keys of suite files (docs/cli.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/text/usage_error.h"

namespace classay {

struct SuitePlace {
  std::size_t line = 1;
  std::size_t column = 1;  // in characters
  auto operator<=>(const SuitePlace&) const = default;
};

// An option of `classay run`.
struct SuiteOption {
  std::string key;  // its long name, without dashes
  SuitePlace place;
  std::optional<bool> flag;         // nullopt: it has
  std::vector<std::string> values;  // these; several only if it is
  bool is_list = false;
};

// Cases that are left out, fail or sometimes fail, for which an owner answers until a date.
struct SuiteEntry {
  enum class Kind : std::uint8_t { skip, fail, flake };
  Kind kind = Kind::skip;
  SuitePlace place;
  std::vector<std::string> cases;  // globs
  std::string owner;               // one word, as in a baseline
  std::string issue;               // the same; empty: none
  std::string reason;
  std::string expires;             // the last day, "2027-03-31"
  std::string verdict;             // as a baseline names it; empty for a skip
  std::optional<std::string> ulp;  // largest expected error
};
std::string_view name(SuiteEntry::Kind kind);  // "skips", "fails", "flakes"

struct SuiteRun {
  std::string name;  // also of its folder
  SuitePlace place;
  std::vector<std::string> environment;  // NAME=VALUE
  std::vector<SuiteOption> options;      // those of all runs, where the run does not replace them
  std::vector<SuiteEntry> entries;       // those of all runs, then its own
};

class SuiteFile {
 public:
  // `options`: the options that a suite file may have, and those that it may not, with the reason. Throws UsageError with
  // file, line and column.
  using Refused = std::map<std::string, std::string, std::less<>>;
  static SuiteFile read(const std::filesystem::path& file, std::span<const std::string> options, const Refused& refused);
  static SuiteFile parse(const std::string& text, const std::filesystem::path& file, std::span<const std::string> options,
                         const Refused& refused);

  const std::filesystem::path& file() const { return file_; }
  const std::string& out() const { return out_; }  // folder of the results, as written; empty: none
  // Reports about all runs: file or folder by command of classay-report.
  const std::map<std::string, std::string>& outputs() const { return outputs_; }
  const std::vector<SuiteRun>& runs() const { return runs_; }

  std::string at(const SuitePlace& place) const;  // "nightly.toml:3:1"
  UsageError error(const SuitePlace& place, const std::string& message) const;

 private:
  friend class SuiteReader;
  std::filesystem::path file_;
  std::string text_;
  std::string out_;
  std::map<std::string, std::string> outputs_;
  std::vector<SuiteRun> runs_;
};

}  // namespace classay
