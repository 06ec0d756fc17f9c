#compdef dualcam
_dualcam() {
    local -a rows plain folders
    local row
    rows=("${(@f)$("${words[1]}" ---complete "${(@)words[2,CURRENT]}" 2> /dev/null)}")
    for row in "${rows[@]}"; do
        row=${row%%$'\t'*}
        [[ -z $row ]] && continue
        if [[ $row == */ ]]; then folders+=("$row"); else plain+=("$row"); fi
    done
    (( ${#plain} )) && compadd -- "${plain[@]}"
    (( ${#folders} )) && compadd -S '' -- "${folders[@]}"
    (( ${#plain} + ${#folders} ))
}
if [[ ${funcstack[1]} == _dualcam ]]; then _dualcam "$@"; else compdef _dualcam dualcam; fi
