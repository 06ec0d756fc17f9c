{{SHELL}}
# A dualcam plan as a Slurm job array. Submit this file with sbatch; logs appear in the current folder.
#
# Each task does its part of the plan and skips what is done, so any task may run again, here or elsewhere, at any time.
# When the array has ended, "dualcam merge" verifies everything and says what is missing.
#
#SBATCH --job-name={{NAME}}
#SBATCH --array=1-{{TASKS}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time={{MINUTES}}
# If a node fails, Slurm runs its tasks again elsewhere, and their logs continue.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{NAME}}-%A-%a.log
# A minute before time is up, this script gets a signal and passes it to dualcam, which abandons its current piece.
#SBATCH --signal=B:TERM@60

plan={{PLAN}}
dualcam={{PROGRAM}}
tasks={{TASKS}}
most=5

task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
say() { echo "$(date +%FT%T) task $SLURM_ARRAY_TASK_ID/$tasks on $SLURMD_NODENAME: $*"; }

"$dualcam" work "$plan" --shard "$SLURM_ARRAY_TASK_ID/$tasks" &
worker=$!
# A signal ends the wait, not dualcam, so wait again for dualcam to end.
told=yes
trap 'told=yes; kill -TERM "$worker" 2> /dev/null' TERM
while [ "$told" ]; do
  told=
  wait "$worker"
  code=$?
done
# If both get the signal at once, as from scancel, bash 5.2 may lose the code and report -1.
[ "$code" -ge 0 ] || code=75

case $code in
  74 | 75 | 143) ;;
  # All is done; or the call is wrong (64), an input is damaged (65) or missing (66), two machines differ (70), or this is
  # another dualcam or plan (78): trying again would end the same way.
  *)
    say "ended with $code"
    exit "$code"
    ;;
esac

# Input or output failed, as on a full disk (74), or it was interrupted (75, or 143 just after its start): try again, but not
# forever. Node failures count, too.
if [ "${SLURM_RESTART_COUNT:-0}" -ge "$most" ]; then
  say "ended with $code after $SLURM_RESTART_COUNT returns into the queue; no more of them"
  exit "$code"
fi
for pause in 1 2 5 10 20 40 0; do
  # The controller reports nothing while it is down.
  state=$(squeue --noheader --jobs="$task" --states=all --format=%T 2> /dev/null)
  case $state in
    '') sleep "$pause" ;;
    RUNNING)
      say "ended with $code; return $((${SLURM_RESTART_COUNT:-0} + 1)) of $most into the queue"
      scontrol requeue "$task" && exit "$code"
      sleep "$pause"
      ;;
    # A killed controller has forgotten that it started this task, and starts it again.
    PENDING)
      say "ended with $code; it waits in the queue already"
      exit "$code"
      ;;
    # Cancelled, or out of time. After scancel, requeueing would bring it back.
    *) break ;;
  esac
done
say "ended with $code; not put back into the queue: ${state:-the controller is away}"
exit "$code"
