complete -c dualcam -f -a '(dualcam ---complete (commandline -opc)[2..] (commandline -ct) 2> /dev/null)'
