#!/bin/bash
# The manual page and the completions say what the tables say, and their readers take them.
set -u
. "$TOP/tests/support/script.sh" 2>/dev/null || true
