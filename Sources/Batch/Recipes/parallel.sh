{{SHELL}}
# A dualcam plan on several machines, with GNU parallel over SSH. All of them must have dualcam, and see the plan, its inputs
# and its result at the same paths.
#
#   NODES=4/node1,4/node2 bash THIS-FILE     on two machines, four parts at a time on each
#   bash THIS-FILE                           on this machine, one part per processor
#
# Each call does its part of the plan and skips what is done, so any part, and this file, may run again at any time. If you
# stop it, dualcam ends the parts begun elsewhere, harmlessly. Finally, "dualcam merge" verifies all and says what is missing.

plan={{PLAN}}
dualcam={{PROGRAM}}
tasks={{TASKS}}
nodes=${NODES:-:}
log=${LOG:-{{NAME}}.joblog}
rounds=6

# Detect a lost machine after a minute.
export PARALLEL_SSH=${PARALLEL_SSH:-ssh -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=15 -o ServerAliveCountMax=4}
mapfile -t parts < <(seq "$tasks")
bad=()
for ((round = 1; round <= rounds; round++)); do
  # Leave out machines that don't answer in this round.
  up=
  for node in ${nodes//,/ }; do
    if [ "${node##*/}" = : ] || $PARALLEL_SSH "${node##*/}" true < /dev/null > /dev/null 2>&1; then up+=,$node; fi
  done
  : > "$log.$round"
  [ -z "$up" ] || parallel --quote --joblog "$log.$round" --sshlogin "${up#,}" --tagstring 'part {}' \
    "$dualcam" work "$plan" --shard "{}/$tasks" ::: "${parts[@]}"
  declare -A ended=()
  while read -r number _ _ _ _ _ code signal _; do
    [ "$number" = Seq ] || ended[$number]=$signal/$code
  done < "$log.$round"
  again=()
  for index in "${!parts[@]}"; do
    case ${ended[$((index + 1))]:-none} in
      0/0) ;;
      # Input or output failed, as on a full disk (74), it was interrupted (75, or 143 just after its start), or the machine
      # or the connection was lost (255).
      0/74 | 0/75 | 0/143 | 0/255 | none | [1-9]* | -*) again+=("${parts[index]}") ;;
      # The call is wrong (64), an input is damaged (65) or missing (66), two machines differ (70), it is another dualcam or
      # plan (78), or dualcam is missing (127): trying again would end the same way.
      *) bad+=("part ${parts[index]} ended with ${ended[$((index + 1))]#0/}") ;;
    esac
  done
  unset ended
  parts=("${again[@]}")
  [ ${#parts[@]} -gt 0 ] || break
  echo "round $round: ${#parts[@]} parts to try again: ${parts[*]}" >&2
  [ "$round" -eq "$rounds" ] || sleep $((round * ${PAUSE:-10}))
done

[ ${#bad[@]} -eq 0 ] || printf '%s\n' "${bad[@]}" >&2
[ ${#parts[@]} -eq 0 ] || exit 75
[ ${#bad[@]} -eq 0 ] || exit "${bad[0]##* }"
