{{SHELL}}
# A plan of dualcam as a job array of Slurm. Submit this file with sbatch; its logs appear in the folder you are in.
#
# Each task does its part of the plan and passes over what is done, so any task may run again, here or elsewhere, at any time.
# When the array has ended, "dualcam merge" verifies all and says what is missing.
#
#SBATCH --job-name={{NAME}}
#SBATCH --array=1-{{TASKS}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time={{MINUTES}}
# If a node fails, Slurm runs its tasks again elsewhere, and their logs go on.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{NAME}}-%A-%a.log
# A minute before the time is up this script is told, and tells dualcam, which gives up the piece it is at.
#SBATCH --signal=B:TERM@60

plan={{PLAN}}
dualcam={{PROGRAM}}
tasks={{TASKS}}
most=5

task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
say() { echo "$(date +%FT%T) task $SLURM_ARRAY_TASK_ID/$tasks on $SLURMD_NODENAME: $*"; }

"$dualcam" work "$plan" --shard "$SLURM_ARRAY_TASK_ID/$tasks" &
worker=$!
# A signal ends the wait, not dualcam; so wait again for what dualcam says to it.
told=yes
trap 'told=yes; kill -TERM "$worker" 2> /dev/null' TERM
while [ "$told" ]; do
  told=
  wait "$worker"
  code=$?
done
# If both get the signal at once, as from scancel, bash 5.2 may lose the code and says -1.
[ "$code" -ge 0 ] || code=75

case $code in
  74 | 75 | 143) ;;
  # All is done; or the call is wrong (64), an input is damaged (65) or missing (66), two machines differ (70), or this is another dualcam
  # or plan (78): to try again would end the same way.
  *)
    say "ended with $code"
    exit "$code"
    ;;
esac

# Input or output failed, as on a full disk (74), or it was interrupted (75, or 143 just after its start): try again, but not forever.
# Failures of nodes count, too.
if [ "${SLURM_RESTART_COUNT:-0}" -ge "$most" ]; then
  say "ended with $code after $SLURM_RESTART_COUNT returns into the queue; no more of them"
  exit "$code"
fi
for pause in 1 2 5 10 20 40 0; do
  # The controller says nothing while it is away.
  state=$(squeue --noheader --jobs="$task" --states=all --format=%T 2> /dev/null)
  case $state in
    '') sleep "$pause" ;;
    RUNNING)
      say "ended with $code; return $((${SLURM_RESTART_COUNT:-0} + 1)) of $most into the queue"
      scontrol requeue "$task" && exit "$code"
      sleep "$pause"
      ;;
    # A controller that was killed has forgotten that it started this task, and starts it again.
    PENDING)
      say "ended with $code; it waits in the queue already"
      exit "$code"
      ;;
    # Cancelled, or its time is up. After scancel requeue would bring it back.
    *) break ;;
  esac
done
say "ended with $code; not put back into the queue: ${state:-the controller is away}"
exit "$code"
