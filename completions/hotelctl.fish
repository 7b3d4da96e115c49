# hotelctl completion for fish. Save it as ~/.config/fish/completions/hotelctl.fish
function __hotelctl_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l offered ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$offered[1]" = :files
        # As fish completes the file of any other command: with quotes, ~ and variables.
        complete -C "'' "(commandline -ct)
    else
        string join \n -- $offered
    end
end
complete -c hotelctl -f -a '(__hotelctl_complete)'
