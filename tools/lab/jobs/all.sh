#!/bin/bash
# all.sh BIN : every job that checks a dualcam executable, in one guest, the gentlest first.
failed=0
for job in dualcam controls landlock folders twins rig clock vivid sink libcamera; do
    echo "# $job"
    bash "$LAB_REPO/tools/lab/jobs/$job.sh" "$1" || failed=1
done
exit "$failed"
