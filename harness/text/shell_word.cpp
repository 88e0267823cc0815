#include "harness/text/shell_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "harness/text/visible.h"

namespace classay {
namespace {

constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./:,@%";

// Escapes byte by byte, as in bash, zsh and POSIX 2024.
std::string in_dollar_quotes(std::string_view text) {
  std::string word = "$'";
  for (const char c : text) {
    const bool is_plain = c >= 0x20 && c <= 0x7e && c != '\'' && c != '\\';
    // Three octal digits, because a hexadecimal escape would absorb following digits.
    word += is_plain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return word + "'";
}

// Splits a command of plain and single-quoted words; nullopt: it has anything else.
std::optional<std::vector<std::string>> words_of(std::string_view command) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (c == ' ') {
      words.emplace_back();
    } else if (c == '\'') {
      const std::size_t end = command.find('\'', at + 1);
      if (end == std::string_view::npos) return std::nullopt;
      words.back() += command.substr(at + 1, end - at - 1);
      at = end;
    } else if (c == '\\' && command.substr(at).starts_with("\\'")) {
      words.back() += '\'';
      ++at;
    } else if (kPlain.find(c) != std::string_view::npos) {
      words.back() += c;
    } else {
      return std::nullopt;
    }
  }
  return words;
}

// DIR CASE, or options with one value each. --worker and --edition are the old names of --remote and --spec.
bool are_words_of_repro(std::vector<std::string> words, std::string_view worker) {
  if (!worker.empty() && words.size() > 4 && (words[2] == "--remote" || words[2] == "--worker") && words[3] == worker) {
    words.erase(words.begin() + 2, words.begin() + 4);
  }
  constexpr std::array<std::string_view, 8> kOptions{"--device",  "--case",    "--input",     "--spec",
                                                     "--edition", "--profile", "--constants", "--seed"};
  if (words.size() < 4 || words.size() % 2 != 0 || words[0] != "classay" || words[1] != "repro") return false;
  if (!words[2].starts_with('-')) return words.size() == 4 && !words[3].starts_with('-');
  for (std::size_t i = 2; i < words.size(); i += 2) {
    if (std::ranges::find(kOptions, words[i]) == kOptions.end() || words[i + 1].starts_with('-')) return false;
  }
  return true;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  if (!is_visible(text)) return in_dollar_quotes(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::vector<std::string> read_words(std::string_view command) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = '\0';
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    const bool is_blank = quote == '\0' && (c == ' ' || c == '\t' || c == '\n');
    if (!is_blank && !is_in_word) words.emplace_back();
    is_in_word = !is_blank;
    if (is_blank) continue;
    const bool is_escape = c == '\\' && quote != '\'' && at + 1 < command.size();
    const bool is_literal = is_escape && quote == '"' && command[at + 1] != '"' && command[at + 1] != '\\';
    if (is_escape && !is_literal) {
      words.back() += command[++at];
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') throw std::invalid_argument("a quote has no end");
  if (words.empty() || words.front().empty()) throw std::invalid_argument("no command");
  return words;
}

std::string folder_word(const std::filesystem::path& folder) {
  const std::string name = folder.generic_string();  // with "/" on Windows too, where shells would interpret "\\"
  return shell_word(name.starts_with('-') ? "./" + name : name);
}

std::optional<std::string> repro_command_of(std::string_view text, std::string_view worker) {
  const std::optional<std::vector<std::string>> words = words_of(text);
  if (!words || !are_words_of_repro(*words, worker)) return std::nullopt;
  std::string command;
  for (const std::string& word : *words) command += (command.empty() ? "" : " ") + shell_word(word);
  return command;
}

}  // namespace classay
