/** Each script passes the words up to the cursor to `hotelctl __complete` and shows the lines that it returns. */
const bash = `# hotelctl completion for bash. Load it with: source <(hotelctl completion bash)
_hotelctl() {
  # Of the word under the cursor only what stands before it: bash's second argument.
  local line value current="\${2-\${COMP_WORDS[COMP_CWORD]}}" IFS=$'\\n'
  COMPREPLY=()
  while read -r line; do
    value="\${line%%$'\\t'*}"
    if [ "$value" = :files ]; then
      COMPREPLY=($(compgen -f -- "\${current#=}"))
      compopt -o filenames 2>/dev/null || :
    elif [ -n "$value" ]; then
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current" 2>/dev/null)
}
complete -F _hotelctl hotelctl
`;

const zsh = `#compdef hotelctl
# hotelctl completion for zsh. Save it as _hotelctl in a folder of $fpath.
_hotelctl() {
  local -a lines values
  local line
  lines=("\${(@f)$(\${words[1]} __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == :files ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
    return
  fi
  for line in $lines; do
    [[ -n $line ]] && values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( \${#values} )) && _describe hotelctl values
}
if [ "$funcstack[1]" = "_hotelctl" ]; then
  _hotelctl "$@"
else
  compdef _hotelctl hotelctl
fi
`;

const fish = `# hotelctl completion for fish. Save it as ~/.config/fish/completions/hotelctl.fish
function __hotelctl_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l offered ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$offered[1]" = :files
        set -l flag (string match -r -- '^--[^=]*=' (commandline -ct); or echo)
        string join \\n -- $flag(__fish_complete_path (string replace -r '^--[^=]*=' '' -- (commandline -ct)))
    else
        string join \\n -- $offered
    end
end
complete -c hotelctl -f -a '(__hotelctl_complete)'
`;

const powershell = `# hotelctl completion for PowerShell. Load it with: hotelctl completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName hotelctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '""' }
    # For :files nothing is returned: PowerShell then completes file names by itself.
    hotelctl __complete @words 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
        $value, $description = $_ -split "\`t", 2
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
`;

export const shellScripts = { bash, zsh, fish, powershell } as const;

export type Shell = keyof typeof shellScripts;

export const installations: Readonly<Record<Shell, { readonly command: string; readonly place: string }>> = {
  bash: { command: 'source <(hotelctl completion bash)', place: 'bash, in ~/.bashrc' },
  zsh: { command: 'hotelctl completion zsh > ~/.zfunc/_hotelctl', place: 'zsh, in a folder of $fpath' },
  fish: { command: 'hotelctl completion fish > ~/.config/fish/completions/hotelctl.fish', place: 'fish' },
  powershell: {
    command: 'hotelctl completion powershell | Out-String | Invoke-Expression',
    place: 'PowerShell, in $PROFILE',
  },
};
