// The time of a command from process start to exit, as a multiple of a bare start of Node.js, in one run:
//   node bench/start-up.mjs [rounds]
// HOTELCTL_BENCH_NODES names other executables of Node.js, separated by colons, for which the small report is measured too.
// HOTELCTL_BENCH_EXECUTABLE=EXECUTABLE:NODE compares an executable of hotelctl with the Node.js that it was made from.
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isSmallest, medians, printRatios } from './measure.mjs';
import { endSignIn, keychainEnvironment, secureEnvironment } from './sign-in.mjs';

const rounds = isSmallest ? 1 : Number(process.argv.find(word => /^\d+$/.test(word)) ?? 40);
const hotelctl = fileURLToPath(new URL('../bin/hotelctl.js', import.meta.url));
const node = process.execPath;

// The sandbox runs in a separate process, as the platform does; the environment of the report comes from it.
const printEnvironment = 'process.stdout.write(JSON.stringify(process.env)); process.stdin.resume()';
const sandbox = spawn(node, [hotelctl, 'sandbox', 'run', '-q', '--', node, '-e', printEnvironment], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
let text = '';
for await (const chunk of sandbox.stdout.setEncoding('utf8')) {
  text += chunk;
  if (text.endsWith('}')) break;
}
const env = Object.fromEntries(
  Object.entries(JSON.parse(text)).filter(([name]) => name.startsWith('HOTELCTL_')),
);

const report = [
  'reports',
  'room-nights',
  '--property',
  'MUC',
  '--month',
  '10',
  '--year',
  '2026',
  '--format',
  'csv',
];
const lines = {
  '--version': ['--version'],
  '--help': ['--help'],
  'reports room-nights --help': ['reports', 'room-nights', '--help'],
  'a typo': ['repotrs'],
  'profile list': ['profile', 'list'],
  'completion of a command': ['__complete', 'reports', ''],
  'completion of a property': ['__complete', 'reports', 'arrivals', '--property', ''],
  'completion of a column': ['__complete', 'reports', 'property-performance', '--columns', ''],
  'a small report': report,
};
const commandOf = (file, name, words, environment, exitCode = 0) => ({
  name,
  file,
  args: [hotelctl, ...words],
  exitCode,
  env: environment,
});
const titleOf = version => `Start, Node.js ${version.split('.')[0]}`;
const bareOf = file => ({ name: 'node -e 0', file, args: ['-e', '0'] });

try {
  const further = {
    'a small report over TLS': await secureEnvironment(),
    'a small report with the keychain': await keychainEnvironment(),
  };
  const results = await medians(
    [
      bareOf(node),
      ...Object.entries(lines).map(([name, words]) =>
        // A typo ends with 2.
        commandOf(node, name, words, words === report ? env : {}, name === 'a typo' ? 2 : 0),
      ),
      ...Object.entries(further).flatMap(([name, needed]) =>
        needed ? [commandOf(node, name, report, needed)] : [],
      ),
    ],
    rounds,
  );
  printRatios(titleOf(process.versions.node), results, 'node -e 0');
  for (const file of (process.env.HOTELCTL_BENCH_NODES ?? '').split(':').filter(Boolean)) {
    const version = String(execFileSync(file, ['-p', 'process.versions.node'])).trim();
    const others = await medians(
      [bareOf(file), commandOf(file, 'a small report', report, env)],
      Math.ceil(rounds / 2),
    );
    printRatios(titleOf(version), others, 'node -e 0');
  }
  const [executable, itsNode] = (process.env.HOTELCTL_BENCH_EXECUTABLE ?? '').split(':');
  for (const name of itsNode ? ['--version', '--help', 'a small report'] : []) {
    const built = commandOf(itsNode, 'bin/hotelctl.js', lines[name], name === 'a small report' ? env : {});
    const alone = { ...built, name, file: executable, args: lines[name] };
    printRatios('The executable', await medians([built, alone], rounds), 'bin/hotelctl.js');
  }
} finally {
  sandbox.stdin.end();
  sandbox.kill();
  endSignIn();
}
