import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { textOfFile } from '../repository.ts';
import { runInProcess } from '../run-in-process.ts';
import { servedHotel } from '../sandbox/served-hotel.ts';
import { smallHotel } from '../sandbox/test-hotel.ts';
import { wordsOf } from '../words.ts';
import { pathWithCrontab } from './path-programs.ts';
import { runOn } from './sync/run-sync.ts';

/** Each answer of docs/questions.md, in its order: what its command prints. */
const answers: readonly RegExp[] = [
  /Yesterday, Fri 20 Nov.*Hotel Isarblick.*Lantern House.*Sumida/s,
  /Occ\. 2026 %.*\n +Total /s,
  /^Pace · 3 properties · .* · stays .*Sold 2025 +Sold 2026.*\nMUC .*\nTotal /s,
  /^propertyId,stayDate.*\r\nTYO,2026-12-20/ms,
  /Room.*nights.*picked up.*\nLND .*\nMUC .*\nTYO /s,
  /Change of.*occupancy.*\nLND .*\nMUC .*\nTYO /s,
  /Revenue, November to date .*on budget to date.*% budget.*\nBudget/s,
  / Budget\n.*\nMUC .* 250,000\.00 EUR +-91\.0\n/s,
  /Outlook, November.*Result to date.*On the books to the end of the month.*picked up from the same distance/s,
  /sorted by RevPAR change.*\n +Total /s,
  /converted to EUR.*\nSouth .*\nAbroad .*\nTotal /s,
  /by channel.*\nDirect .*\nIn none of these .*\nTotal /s,
  /by market segment.*\nMUC-OTA .*\nIn none of these .*\nTotal /s,
  /(\n\w{3} 202\d-\d\d-\d\d .*){10}\n/,
  /\nDouble.*\nTotal /s,
  /\nMonday .*\nSunday /s,
  /by age.*\nTotal EUR .*\nTotal GBP .*\nTotal JPY /s,
  /MUC.*2026-10/s,
  /^ok +job morning: no run was missed/m,
];

it('every question of docs/questions.md is answered by its command', async () => {
  const text = textOfFile('docs/questions.md');
  const commands = [...text.matchAll(/^\| .*\? \| `hotelctl (.*)` \|$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(answers.length);
  const [today, ...earlier] = ['2026-11-21', '2025-11-22', '2026-11-14', '2026-11-20'] as const;
  const { env } = await servedHotel(smallHotel(today));
  const folder = temporaryFolder();
  const archive = { ...env, HOTELCTL_DATA_DIR: folder };
  const files: Readonly<Record<string, string>> = {
    'portfolio.csv': 'property,region\nMUC,South\nLND,Abroad\nTYO,Abroad\n',
    'rates.csv': 'currency,rate\nGBP,1.15\nJPY,0.0061\n',
    // With it, the first close reads no ledger of earlier months.
    'opening.csv': 'ledger,reference,amount\ncity,2026-1183,218.00\n',
    'budget.csv': `property,month,measure,amount\n${['MUC', 'LND', 'TYO']
      .flatMap(id => [`${id},2026-11,revenue,250000`, `${id},2026-11,sold,1800`])
      .join('\n')}\n`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const run = (day: string, line: string) =>
    runOn(
      day,
      wordsOf(line).map(word => (word in files ? join(folder, word) : word)),
      archive,
    );
  // Only that there are snapshots matters: those of other days have other figures in pickup.test.ts.
  for (const day of [...earlier, today])
    expect((await run(day, 'snapshot take --all-properties --ahead 120d')).exitCode).toBe(0);
  await run(today, 'close --property MUC --period last-month --opening opening.csv');
  const jobs = (line: string) =>
    runInProcess(line, {
      env: { HOTELCTL_CONFIG_DIR: folder, PATH: pathWithCrontab(join(folder, 'table')) },
      folder,
    });
  await jobs(
    'schedule add morning --every "day 06:30" --scheduler cron -- brief --all-properties --output a.html',
  );
  const wrong: string[] = [];
  for (const [index, command] of commands.entries()) {
    const isOfJobs = command.startsWith('schedule');
    const { exitCode, stdout, stderr } = isOfJobs ? await jobs(command) : await run(today, command);
    // The machine of the test has no sign-in, which the doctor reports too.
    if (exitCode !== (isOfJobs ? 10 : 0) || !answers[index]?.test(stdout))
      wrong.push(`${command}: ${exitCode}\n${stdout}${stderr}`);
  }
  expect(wrong).toEqual([]);
});
