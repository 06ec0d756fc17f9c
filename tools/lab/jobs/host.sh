#!/bin/bash
# host.sh OUT BIN : what the jobs left for later, on the host: reads the recordings that they kept in the folder OUT.
set -u
repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
export LAB_REPO=$repo LAB_OUT=$1
bin=$2
# shellcheck source=tools/lab/jobs/checks.sh
source "$repo/tools/lab/jobs/checks.sh"
echo "# on the host"
cd "$out/recordings" || exit 1
# shellcheck disable=SC1091
source "$out/later"
finish
