#include "tools/inject/layer_file.h"

#include <sstream>
#include <stdexcept>

namespace classay::planted {
namespace {

constexpr const char* kFirstLine = "classay plant 1";

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument("the file of an injected defect is malformed: " + why);
}

template <class T>
T number(std::istream& in) {
  T value{};
  if (!(in >> value)) refuse("a number is missing");
  return value;
}

// Reads this number of bytes and the newline after them.
std::string bytes(std::istream& in, std::size_t size) {
  std::string all(size, '\0');
  if (!in.read(all.data(), static_cast<std::streamsize>(size)) || in.get() != '\n') refuse("it ends too early");
  return all;
}

}  // namespace

std::string written(const LayerFile& file) {
  std::ostringstream out;
  out << kFirstLine << "\nname " << file.name << "\n";
  if (file.launch) {
    out << "launch " << file.launch->every << " " << static_cast<int>(file.launch->loss) << " " << file.launch->unit << "\n";
  }
  for (const ModuleChange& m : file.modules) {
    out << "module " << m.opcode << " " << m.word << " " << m.was << " " << m.becomes << "\n";
  }
  for (const Replacement& r : file.replacements) {
    out << "replace " << r.find.size() << " " << r.with.size() << "\n" << r.find << "\n" << r.with << "\n";
  }
  out << "text " << file.text.size() << "\n" << file.text << "\n";
  return out.str();
}

LayerFile read_layer_file(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  if (!std::getline(in, line) || line != kFirstLine) refuse("its first line is not '" + std::string(kFirstLine) + "'");
  LayerFile file;
  bool has_text = false;  // the text comes last
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string key;
    if (!(words >> key)) continue;
    if (key == "name") {
      words >> file.name;
    } else if (key == "launch") {
      const auto every = number<std::uint64_t>(words);
      const auto loss = number<unsigned>(words);
      if (every == 0 || loss > static_cast<unsigned>(LaunchLoss::large_group)) refuse("it has no such launch");
      file.launch =
          LaunchChange{.every = every, .loss = static_cast<LaunchLoss>(loss), .unit = number<std::uint64_t>(words)};
      if (file.launch->unit == 0) refuse("it has no such launch");
    } else if (key == "module") {
      ModuleChange& m = file.modules.emplace_back();
      for (std::uint32_t* const field : {&m.opcode, &m.word, &m.was, &m.becomes}) *field = number<std::uint32_t>(words);
    } else if (key == "replace") {
      const auto find = number<std::size_t>(words);
      const auto with = number<std::size_t>(words);
      Replacement& r = file.replacements.emplace_back();
      r.find = bytes(in, find);
      r.with = bytes(in, with);
    } else if (key == "text") {
      file.text = bytes(in, number<std::size_t>(words));
      has_text = true;
    } else {
      refuse("there is no '" + key + "'");
    }
  }
  if (file.name.empty() || !has_text) refuse("its name or its text is missing");
  return file;
}

std::string planted_program(const LayerFile& file, std::string program) {
  for (const auto& [find, with] : file.replacements) {
    for (std::size_t at = program.find(find); at != std::string::npos; at = program.find(find, at + with.size()))
      program.replace(at, find.size(), with);
  }
  return file.text + program;
}

std::string planted_driver(const std::string& driver, const std::string& name) {
  return driver + " (planted: " + name + ")";
}

}  // namespace classay::planted
