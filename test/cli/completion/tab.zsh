# zsh's line editor in a separate terminal: what it offers for each of the lines, which is then deleted.
# Arguments: the folder of the completion function, and the lines.
folder=$1
shift
zmodload zsh/zpty
zpty shell zsh -f -i
expect() { local seen; zpty -r shell seen "*$1*" || exit 9; print -r -- "$seen" }
zpty -w shell 'PS1= PS2= RPS1= COLUMNS=400; unsetopt zle_bracketed_paste 2>/dev/null; zle_bracketed_paste=()'
zpty -w shell "fpath=($folder \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'zstyle ":completion:*" list-separator "#"; zstyle ":completion:*" verbose yes; LISTMAX=0'
zpty -w shell 'matches() { local -a all; compadd() { builtin compadd -A all "$@"; local m; for m in $all; do print -r -- "offered:$m"; done; builtin compadd "$@" }; zle complete-word; unfunction compadd; print -r -- "end:of" }'
zpty -w shell 'offer() { matches; zle -U "" }; zle -N offer; zle -C complete-word .complete-word _main_complete; bindkey "^T" offer'
zpty -w shell 'print -r -- rea""dy'
expect ready >/dev/null
for line in "$@"; do
  zpty -w -n shell "$line"$'\x14'
  expect end:of
  zpty -w -n shell $'\x15'
done
