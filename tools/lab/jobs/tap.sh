# Test results as TAP (https://testanything.org): source it, call `check`, end with `finish`.
# shellcheck shell=bash
tap_count=0 tap_failed=0

# check DESCRIPTION COMMAND… : ok when the command succeeds.
check() {
    local description=$1
    shift
    tap_count=$((tap_count + 1))
    if "$@"; then
        echo "ok $tap_count - $description"
    else
        echo "not ok $tap_count - $description"
        tap_failed=$((tap_failed + 1))
        return 1
    fi
}

finish() {
    echo "1..$tap_count"
    if [ "$tap_failed" -gt 0 ]; then
        echo "# $tap_failed of $tap_count failed"
        exit 1
    fi
    exit 0
}
