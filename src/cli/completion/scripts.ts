import zsh from '../../../completions/_hotelctl?raw';
import bash from '../../../completions/hotelctl.bash?raw';
import fish from '../../../completions/hotelctl.fish?raw';
import powershell from '../../../completions/hotelctl.ps1?raw';

/** Each script passes the words up to the cursor to `hotelctl __complete` and shows the lines that it returns. */
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
