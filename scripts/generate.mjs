// Writes the generated files from the built program: completions/. A test fails when they are stale.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const hotelctl = fileURLToPath(new URL('bin/hotelctl.js', root));
const files = { bash: 'hotelctl.bash', zsh: '_hotelctl', fish: 'hotelctl.fish', powershell: 'hotelctl.ps1' };
for (const [shell, file] of Object.entries(files)) {
  writeFileSync(
    new URL(`completions/${file}`, root),
    execFileSync(process.execPath, [hotelctl, 'completion', shell]),
  );
}
