# test-parts.sh - sourced by ./test: what it can run, in the order in which it runs it.
#
# Each part is a function part_NAME.  It prints what it likes (kept as its log) and fails when
# something is wrong.  A part with many tests in it says so by `tally PASSED FAILED`; a part that
# does not counts as one.

PARTS='
format    formatting of sources and texts
layers    who includes whom, purity of the engine, size of files
asan      gcc build with AddressSanitizer and UBSan, and all its tests
headers   every header compiles alone
clang     clang build with warnings as errors
mutants   every rule, switched off, makes a scenario fail
fuzz      a short run of every fuzzer (longer: tools/fuzz MINUTES)
'

part_names() { awk 'NF { print $1 }' <<<"$PARTS"; }
part_title() { awk -v name="$1" '$1 == name { $1 = ""; print substr($0, 2); found = 1 }
                                 END { exit !found }' <<<"$PARTS"; }
list_parts() { awk 'NF { name = $1; $1 = ""; printf "%-10s%s\n", name, $0 }' <<<"$PARTS"; }

tally() { echo "$1 $2" >>"$tally_file"; }

# Runs meson's tests in a build folder and counts their sub-tests.
meson_tests() { # DIR [MESON-ARGUMENT...]
    local dir=$1 status=0 counts
    shift
    meson test -C "$dir" --no-rebuild --print-errorlogs "$@" || status=1
    counts=$(tools/count-tests "$dir/meson-logs/testlog.junit.xml") || return 1
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

part_format() { tools/check-format; }
part_layers() { tools/check-layers; }
part_headers() { tools/check-headers build-asan; }
part_asan() { tools/build asan && meson_tests build-asan; }
part_clang() { tools/build clang && meson_tests build-clang; }
part_mutants() { tools/build mutants src/cli/robodrome && counted tools/mutants; }
part_fuzz() { tools/build fuzz && counted tools/fuzz --seconds 5; }
