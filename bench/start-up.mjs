// The time of a command from process start to exit, as a multiple of a bare start of Node.js, in one run:
//   node bench/start-up.mjs [rounds]
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { medians, printRatios } from './measure.mjs';

const rounds = Number(process.argv.find(word => /^\d+$/.test(word)) ?? 40);
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
try {
  const results = await medians(
    [
      { name: 'node -e 0', file: node, args: ['-e', '0'] },
      ...Object.entries(lines).map(([name, words]) => ({
        name,
        file: node,
        args: [hotelctl, ...words],
        // A typo ends with 2.
        exitCode: name === 'a typo' ? 2 : 0,
        env: words === report ? env : {},
      })),
    ],
    rounds,
  );
  printRatios('start-up', results, 'node -e 0', {
    '--version': 1.12,
    '--help': 1.5,
    'reports room-nights --help': 2.3,
    'a typo': 2.4,
    'profile list': 2.8,
    // Later lines of Node.js start more slowly themselves.
    'a small report': Number(process.versions.node.split('.')[0]) >= 22 ? 3.1 : 3.4,
  });
} finally {
  sandbox.stdin.end();
  sandbox.kill();
}
