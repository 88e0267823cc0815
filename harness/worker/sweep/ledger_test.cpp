// Tests that the fields of a sweep's state are those of the schema.
#include "harness/journal/schema_testing.h"
#include "harness/worker/sweep/ledger_fields.h"

namespace classay {
namespace {

TEST(LedgerTest, TheStateHasTheFieldsOfTheSchema) {
  expect_definition<Ledger>("state");
  expect_definition<WidthRecord>("state_of_width");
}

}  // namespace
}  // namespace classay
