# hotelctl completion for fish. Save it as ~/.config/fish/completions/hotelctl.fish
function __hotelctl_complete
    set -l words (commandline -opc) (commandline -ct)
    $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c hotelctl -n 'count (__hotelctl_complete) >/dev/null' -f -a '(__hotelctl_complete)'
