# hotelctl completion for fish. Save it as ~/.config/fish/completions/hotelctl.fish
function __hotelctl_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l offered ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$offered[1]" = :files
        set -l flag (string match -r -- '^--[^=]*=' (commandline -ct); or echo)
        string join \n -- $flag(__fish_complete_path (string replace -r '^--[^=]*=' '' -- (commandline -ct)))
    else
        string join \n -- $offered
    end
end
complete -c hotelctl -f -a '(__hotelctl_complete)'
