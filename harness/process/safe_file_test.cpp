// Tests entries in a folder that have a file's name but are not files.
#include "harness/process/safe_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "harness/text/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

#ifdef _WIN32
constexpr const char* kDevice = "NUL";
#else
constexpr const char* kDevice = "/dev/null";
#endif

class SafeFileTest : public FolderTest {
 protected:
  static std::string text_of(const fs::path& file) {
    std::ostringstream all;
    all << std::ifstream(file, std::ios::binary).rdbuf();
    return std::move(all).str();
  }
  static std::string refusal(const auto& call) {
    try {
      call();
      return "";
    } catch (const FileError& e) {
      return e.what();
    }
  }
};

// This test fails by hanging.
TEST_F(SafeFileTest, APipeADeviceAndAFolderAreRefusedAtOnce) {
  const auto every = [](const fs::path& file) {
    return std::vector{refusal([&] { SafeFile::to_read(file); }), refusal([&] { SafeFile::to_go_on(file); }),
                       refusal([&] { SafeFile::to_append(file); }), refusal([&] { read_file(file, 100); }),
                       refusal([&] { write_file(file, "text"); })};
  };
  if (kHasPipesAndLinks) {
    make_pipe(folder_ / "pipe");
    EXPECT_THAT(every(folder_ / "pipe"), testing::Each(HasSubstr("pipe is a pipe: there has to be a file")));
  }
  EXPECT_THAT(every(kDevice), testing::Each(HasSubstr(kDevice + std::string(" is a device: there has to be a file"))));
  EXPECT_THAT(every(folder_), testing::Each(HasSubstr("is a folder: there has to be a file")));
  EXPECT_THAT(refusal([&] { SafeFile::to_read(folder_ / "nothing"); }), HasSubstr("cannot read"));
}

TEST_F(SafeFileTest, NothingIsWrittenThroughALink) {
  if (!kHasPipesAndLinks) GTEST_SKIP() << "this system's library makes no symbolic links";
  std::ofstream(folder_ / "precious") << "keep";
  fs::create_symlink(folder_ / "precious", folder_ / "link");
  fs::create_symlink(folder_ / "nowhere", folder_ / "dangling");
  for (const char* name : {"link", "dangling"}) {
    const fs::path link = folder_ / name;
    EXPECT_THAT(refusal([&] { SafeFile::to_go_on(link); }), HasSubstr("is a symbolic link")) << name;
    EXPECT_THAT(refusal([&] { SafeFile::to_append(link); }), HasSubstr("is a symbolic link")) << name;
    EXPECT_THAT(refusal([&] { write_file(link, "lost"); }), HasSubstr("is a symbolic link")) << name;
    bool exists = false;
    SafeFile::to_create(link, exists);
    EXPECT_TRUE(exists) << name;
    EXPECT_TRUE(fs::is_symlink(link)) << name;
  }
  EXPECT_EQ(text_of(folder_ / "precious"), "keep");
  EXPECT_FALSE(fs::exists(folder_ / "nowhere"));
}

TEST_F(SafeFileTest, WhatIsWrittenAnewIsAFileOfItsOwn) {
  std::ofstream(folder_ / "precious") << "keep";
  fs::create_hard_link(folder_ / "precious", folder_ / "twin");
  write_file(folder_ / "twin", "new");
  EXPECT_EQ(text_of(folder_ / "precious"), "keep");
  EXPECT_EQ(read_file(folder_ / "twin", 3), "new");
  EXPECT_THAT(refusal([&] { read_file(folder_ / "twin", 2); }), HasSubstr("twin: larger than"));
}

TEST_F(SafeFileTest, LinesAreReadAsTheyAreAndNoneThatIsTooLong) {
  const auto lines = [&](const std::string& text, std::size_t longest) {
    std::ofstream(folder_ / "lines", std::ios::trunc | std::ios::binary) << text;
    const SafeFile file = SafeFile::to_read(folder_ / "lines");
    LineReader reader(file, longest);
    std::vector<std::string> all;
    for (std::string line; reader.next(line);) all.push_back(line + (reader.torn() ? "|torn" : ""));
    return all;
  };
  using testing::ElementsAre;
  EXPECT_THAT(lines("", 10), ElementsAre());
  EXPECT_THAT(lines("a\n\nb\n", 10), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines("a\nb", 10), ElementsAre("a", "b|torn"));
  const std::string longer(200'000, 'x');
  EXPECT_THAT(lines(longer + "\n" + longer + "\nc", 200'000), ElementsAre(longer, longer, "c|torn"));
  for (const std::string& text : {"a\n" + longer + "\n", "a\n" + longer}) {
    EXPECT_THAT(refusal([&] { lines(text, 199'999); }), HasSubstr("lines, line 2: longer than"));
  }
}

}  // namespace
}  // namespace classay
