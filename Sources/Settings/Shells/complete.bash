# bash divides words at = and :, so the program gets the line, and what stands before the last such divider is cut off.
_dualcam() {
    local line=${COMP_LINE:0:COMP_POINT} typed cut IFS=$'\n'
    local -a words
    IFS=$' \t\n' read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    typed=${words[${#words[@]}-1]}
    cut=${typed%"${typed##*[$COMP_WORDBREAKS]}"}
    [[ $cut == *[:=]* ]] || cut=
    COMPREPLY=($("${words[0]}" ---complete "${words[@]:1}" 2> /dev/null | cut -f 1))
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
    [[ ${#COMPREPLY[@]} -eq 1 && $COMPREPLY == */ ]] && compopt -o nospace
}
complete -o nosort -F _dualcam dualcam
