# hotelctl completion for bash. Load it with: source <(hotelctl completion bash)
_hotelctl() {
  # Of the word under the cursor only what stands before it: bash's second argument.
  local line value current="${2-${COMP_WORDS[COMP_CWORD]}}" IFS=$'\n'
  COMPREPLY=()
  while read -r line; do
    value="${line%%$'\t'*}"
    if [ "$value" = :files ]; then
      COMPREPLY=($(compgen -f -- "${current#=}"))
      compopt -o filenames 2>/dev/null || :
    elif [ -n "$value" ]; then
      COMPREPLY+=("$value")
    fi
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current" 2>/dev/null)
}
complete -F _hotelctl hotelctl
