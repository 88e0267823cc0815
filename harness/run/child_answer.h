// A child that answers one question with one line of JSON: how drivers are listed, probed and asked without being loaded
// here. A driver that crashes, hangs or floods is an answer too.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "harness/children/child.h"
#include "harness/ending/blame.h"
#include "harness/protocol/read_json.h"

namespace classay {

struct ChildAnswer {       // NOLINT(bugprone-exception-escape): as JournalContents
  Json answer;             // null when there is none
  std::string misfortune;  // how the child ended instead: "killed by SIGSEGV: ..."
  bool timed_out = false;
  bool is_lost = false;  // as ChildEnd
  Blame blame = Blame::unknown;
  Json ended;       // the evidence, where it ended by itself
  std::string log;  // the last of its standard error
};

// What is said before the answer.
struct ChildTalk {
  std::string question = "";                    // a line for the child to read; empty: none
  std::function<void(const Json&)> other = {};  // is given other objects that the child says
};

// The first line that is an object with this member.
ChildAnswer ask_child(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                      const ChildTalk& talk = {});

// Somebody else ended the child, which says nothing of what was asked.
bool is_from_outside(const ChildAnswer& answer);

// The same, asked again where somebody else ended the child. Throws HarnessError that
// begins with `trouble` where it ends so each time, or where the program itself is to blame; not where the line was lost.
ChildAnswer ask_child_until_it_tells(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                                     const std::string& trouble, const ChildTalk& talk = {});

}  // namespace classay
