# setup.sh - sourced by ./run and ./test: says what is missing and installs it.
#
# setup_packages FOR    installs what tools/packages lists for "run", "test" or "extra"
# The list is checked by its proofs, not by package names, so that any system with the same tools
# serves; only installing needs Debian.

setup_proved() { # KIND WHAT
    case $1 in
    command) command -v "$2" >/dev/null 2>&1 ;;
    file) compgen -G "$2" >/dev/null ;;
    library) pkg-config --exists "$2" 2>/dev/null ;;
    *) return 1 ;;
    esac
}

# Prints the packages whose proof is missing.
setup_missing() { # FOR
    local package kind what purpose
    while read -r package kind what purpose; do
        case $package in '' | '#'*) continue ;; esac
        case $1:$purpose in
        run:test | run:extra | test:extra) continue ;;
        esac
        setup_proved "$kind" "$what" || echo "$package"
    done <tools/packages
}

setup_apt() { # PACKAGE...
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        -q -o Dpkg::Use-Pty=0 "$@"
}

setup_packages() { # FOR
    local missing
    mapfile -t missing < <(setup_missing "$1")
    [ "${#missing[@]}" -gt 0 ] || return 0
    echo "Missing: ${missing[*]}"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "This is not Debian, so nothing can be installed here by itself." >&2
        echo "Install what the packages above hold, then start this again." >&2
        return 1
    fi
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
        echo "Installing needs root or sudo.  Ask for: apt-get install ${missing[*]}" >&2
        return 1
    fi
    echo "Installing them with apt-get; this can take a few minutes."
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    # An empty or old package index is the usual reason for a first failure.
    if ! setup_apt "${missing[@]}"; then
        echo "Fetching the package index and trying once more."
        "${as_root[@]}" apt-get update -q || true
        setup_apt "${missing[@]}" || true
    fi
    mapfile -t missing < <(setup_missing "$1")
    [ "${#missing[@]}" -gt 0 ] || return 0
    echo "Still missing after apt-get: ${missing[*]}" >&2
    echo "Is the network there?  By hand: apt-get update && apt-get install ${missing[*]}" >&2
    return 1
}
