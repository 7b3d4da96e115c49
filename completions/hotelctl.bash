# hotelctl completion for bash. Load it with: source <(hotelctl completion bash)
_hotelctl() {
  local line value IFS=$'\n'
  COMPREPLY=()
  while read -r line; do
    value="${line%%$'\t'*}"
    if [ "$value" = :files ]; then
      COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]#=}"))
      compopt -o filenames 2>/dev/null || :
    elif [ -n "$value" ]; then
      COMPREPLY+=("$value")
    fi
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _hotelctl hotelctl
