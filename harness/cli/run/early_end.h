// Decides how a program ends that is interrupted before its run starts or resumes a journal: at once, with a message and
// exit code 130. After that a run ends in order: the journal is intact and can be resumed.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace classay {

// Returns the message of a program that ends early; empty: its command line does not start a run.
std::string_view early_end(std::span<const std::string> words);

// Prepares for an early end if the command line starts a run. Call first.
void expect_early_end_of(std::span<const std::string> words);

}  // namespace classay
