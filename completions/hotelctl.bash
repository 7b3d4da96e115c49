# hotelctl completion for bash. Load it with: source <(hotelctl completion bash)
_hotelctl() {
  local line value
  COMPREPLY=()
  while IFS= read -r line; do
    value="${line%%$'\t'*}"
    [ -n "$value" ] && COMPREPLY+=("$value")
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _hotelctl hotelctl
