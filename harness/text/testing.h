// Gives each test of files its own folder, which is removed at the end, and makes entries in it that are not files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>

#ifndef _WIN32
#include <sys/stat.h>
#endif

namespace classay {

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    std::random_device number;
    do folder_ = testing::TempDir() + "classay-test-" + std::to_string(number());
    while (!std::filesystem::create_directory(folder_));
  }
  ~FolderTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

// Windows has neither pipes in folders nor, in the library of MinGW-w64, symbolic links.
#ifdef _WIN32
inline constexpr bool kHasPipesAndLinks = false;
inline void make_pipe(const std::filesystem::path& file) { throw std::runtime_error("no pipe " + file.string()); }
#else
inline constexpr bool kHasPipesAndLinks = true;
inline void make_pipe(const std::filesystem::path& file) {
  if (::mkfifo(file.c_str(), 0600) != 0) throw std::runtime_error("cannot make the pipe " + file.string());
}
#endif

}  // namespace classay
