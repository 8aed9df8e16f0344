# test-parts.sh - sourced by ./test: what it can run, in the order in which it runs it.
#
# Each part is a function part_NAME.  It prints what it likes (kept as its log) and fails when
# something is wrong.  A part with many tests in it says so by `tally PASSED FAILED`; a part that
# does not counts as one.

PARTS='
format    formatting of sources and texts
layers    who includes whom, size of files
asan      gcc build with AddressSanitizer and UBSan, and all its tests
server    the server as a process: games, restarts, kill -9, hostile clients
headers   every header compiles alone
clang     clang build with warnings as errors, its unit tests and golden games
purity    the built engine has no globals that change and calls no system
rules     every rule has code and a scenario
mutants   every rule, switched off, makes a scenario fail
wasm      the browser build gives the same games as the native one
browser   the page: types, unit tests, whole games in Chromium
python    the Python module
tsan      threads under ThreadSanitizer
docs      examples and links in the documents, the man page, the list of dependencies
fuzz      a short run of every fuzzer (longer: tools/check/fuzz MINUTES)
'
# Not part of a plain ./test: they take minutes and change little from day to day.
EXTRA='
tidy      clang-tidy over src
coverage  lines and branches of the engine that the tests reach
package   the Debian package: contents; installed, upgraded and removed in a fresh Debian (root, debootstrap)
'

part_names() { awk 'NF { print $1 }' <<<"$PARTS"; }
part_title() { awk -v name="$1" '$1 == name { $1 = ""; print substr($0, 2); found = 1 }
                                 END { exit !found }' <<<"$PARTS$EXTRA"; }
is_extra() { grep -q "^$1 " <<<"$EXTRA"; }
list_parts() { awk 'NF { name = $1; $1 = ""; printf "%-10s%s\n", name, $0 }' <<<"$PARTS$EXTRA"; }

tally() { echo "$1 $2" >>"$tally_file"; }

# Runs meson's tests in a build folder and counts their sub-tests.  One more than there are processors: some
# mostly wait, for a bot that is late or a server that starts.  A limit of time is there to end what hangs, not
# to fail a busy machine: so it is four times what meson takes for slow.
meson_tests() { # DIR [MESON-ARGUMENT...]
    local dir=$1 status=0 counts
    shift
    meson test -C "$dir" --no-rebuild --print-errorlogs --num-processes $(($(nproc) + 1)) \
        --timeout-multiplier 4 "$@" || status=1
    counts=$(tools/check/count-tests "$dir/meson-logs/testlog.junit.xml") || return 1
    # shellcheck disable=SC2086
    tally $counts
    return $status
}

# Runs a command whose last line is "N passed, N failed" and counts that.
counted() { # COMMAND...
    local status last
    "$@" | tee "$tally_file.output"
    status=${PIPESTATUS[0]}
    last=$(tail -n 1 "$tally_file.output")
    rm -f "$tally_file.output"
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        tally "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    fi
    return "$status"
}

suite_exists() { grep -rqs "suite: '$1'" tests --include=meson.build; }
suite() { tools/build asan && meson_tests build-asan --suite "$1"; }

# The registered games, the template among them.
registered_games() { sed -n 's/^RD_.*GAME(\(.*\))$/\1/p' src/games/list.inc | sort; }

# Python's unittest says "Ran N tests" and "FAILED (failures=1, errors=2)".
unittest_counts() { # LOG
    local ran bad
    ran=$(sed -n 's/^Ran \([0-9]*\) tests\{0,1\} .*/\1/p' "$1")
    bad=$(sed -n 's/^FAILED (\(.*\))/\1/p' "$1" | tr ',' '\n' | sed -n 's/.*\(failures\|errors\)=//p' |
        awk '{ sum += $1 } END { print sum + 0 }')
    tally $((ran - bad)) "$bad"
}

part_format() { tools/check/format && tools/check/words; }
part_layers() { tools/check/layers; }
part_headers() { tools/check/headers build-asan; }
# What only compares words, and long games of bots, run in the optimised build: they take minutes
# under the sanitizers.
part_asan() {
    tools/build asan && meson_tests build-asan --no-suite server --no-suite schema --no-suite thinking
}
part_server() { tools/build asan && meson_tests build-asan --suite server; }
part_clang() {
    tools/build clang && meson_tests build-clang --suite unit --suite golden --suite schema --suite thinking
}
part_purity() { tools/build clang src/libengine.a && tools/check/purity build-clang/src/libengine.a; }
# shellcheck disable=SC2046
part_rules() { tools/check/rule-coverage --strict $(registered_games); }
part_mutants() { tools/build mutants src/cli/robodrome && counted tools/check/mutants; }
part_wasm() {
    tools/build clang tests/wasm/twin && tools/build-wasm --from build-clang || return 1
    counted node tests/wasm/twin.mjs build-wasm build-clang/tests/wasm/twin
}
part_browser() {
    tools/build clang src/libengine.a && tools/build-wasm --from build-clang && tools/build-web &&
        tools/build clang src/cli/robodrome || return 1 # with the page in it
    if grep -q '"resolved"' web/package-lock.json; then
        echo "web/package-lock.json holds download addresses"
        return 1
    fi
    tools/measure/minutes --check && tally 1 0 || return 1
    npm --prefix web run -s check & # one processor for the types, one for the unit tests
    local types=$!
    counted npm --prefix web run -s unit || return 1
    wait "$types" && tally 1 0 || return 1
    counted env ROBODROME="$PWD/build-clang/src/cli/robodrome" npm --prefix web run -s browser
}
part_python() {
    local status=0
    tools/build clang || return 1
    (cd python && ROBODROME_LIB=../build-clang/src/api/librobodrome.so python3 -B -m unittest -v) \
        2>&1 | tee "$tally_file.output"
    status=${PIPESTATUS[0]}
    unittest_counts "$tally_file.output"
    rm -f "$tally_file.output"
    return "$status"
}
part_tsan() {
    local program=build-tsan/src/cli/robodrome answers=build-tsan/tests/server/answers
    tools/build tsan src/cli/robodrome tests/server/answers || return 1
    TSAN_OPTIONS=halt_on_error=1 "$program" sim robotory --games 40 --nodes 50 --threads 4 || return 1
    # The server's threads: a race ends it with a status that the test sees.
    TSAN_OPTIONS=halt_on_error=1 python3 -B tests/server/test_crash.py "$program" "$answers" |
        tee "$tally_file.output"
    ! grep -q '^not ok' "$tally_file.output" && grep -q '^ok' "$tally_file.output"
}
part_docs() {
    tools/build release || return 1
    counted tools/check/docs || return 1
    python3 tools/gen/gen_types.py --docs --check tests/golden/schema-*.json && tally 1 0 || return 1
    tools/ship/dependencies --check && tally 1 0 || return 1
    build/src/cli/robodrome --man | diff - docs/man/robodrome.1 && tally 1 0
}
part_fuzz() { tools/build fuzz && counted tools/check/fuzz --runs 1500; }
part_tidy() {
    tools/build clang && find src -name '*.c' | sort | xargs -P "$(nproc)" -n 2 clang-tidy -p build-clang --quiet
}
part_coverage() { tools/check/coverage; }
part_package() {
    tools/ship/package && tools/check/package build-package && tools/ship/try-package build-package/*.deb
}
