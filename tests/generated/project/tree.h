// Where the generated tree lies that these tests were built with.
#pragma once

#include <string>

const std::string& TreeFolder();
