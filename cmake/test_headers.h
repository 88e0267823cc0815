// What every test includes; precompiled (Headers.cmake).
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmake/room_headers.h"
