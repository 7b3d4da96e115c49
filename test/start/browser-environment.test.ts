import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../bundle.ts';
import { addProgram } from '../commands/path-programs.ts';
import { temporaryFolder } from '../context.ts';

/** Each part would create a file if a shell read it. */
const url = `https://view.example/$(touch pwned)?a='; touch pwned '&b=\`touch pwned\`|touch pwned;touch pwned`;
const secrets = {
  PGPASSWORD: 'database-secret',
  HOTELCTL_SMTP_PASSWORD: 'mail-secret',
  HOTELCTL_HEARTBEAT: 'https://ping.example/monitor-secret',
  GITHUB_TOKEN: 'git-secret',
  HTTPS_PROXY: 'http://user:proxy-secret@proxy.example:3128',
};

it('a browser receives its URL as one argument without a shell, no secret, and the display; the process keeps both', async () => {
  const parts = await bundle({ 'child-processes': 'src/start/child-processes.ts' });
  for (const call of ["launch('xdg-open', [url])", 'openInDesktop(url)']) {
    const folder = temporaryFolder();
    const noted = join(folder, 'noted');
    addProgram(folder, 'xdg-open', `{ echo "$# $@"; env; } > ${folder}/part && mv ${folder}/part ${noted}`);
    const script = `const { launch, openInDesktop } = require('${parts}/child-processes.cjs');
      const url = ${JSON.stringify(url)};
      ${call}.then(opened => console.log(opened, process.env.PGPASSWORD))`;
    const env = { PATH: `${folder}:${process.env['PATH']}`, DISPLAY: ':99', ...secrets };
    const printed = execFileSync(process.execPath, ['-e', script], { cwd: folder, env, encoding: 'utf8' });
    expect(printed, call).toBe('true database-secret\n');
    while (!existsSync(noted)) await new Promise(setImmediate);
    const received = readFileSync(noted, 'utf8');
    expect(received.split('\n')[0], call).toBe(`1 ${url}`);
    expect(existsSync(join(folder, 'pwned')), call).toBe(false);
    expect(received, call).toContain('DISPLAY=:99\n');
    expect(received, call).toContain('HTTPS_PROXY=http://proxy.example:3128\n');
    expect(received, call).not.toContain('secret');
  }
});
