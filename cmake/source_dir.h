// Where the tree is that a test was built from, for those that read its files.
#pragma once

namespace classay::testing_support {
const char* source_dir();
}
