#include "mesh/value/value.h"

int main() { return mesh::Value::Int(7).integer() == 7 ? 0 : 1; }
