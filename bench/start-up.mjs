// How long a command takes from process start to exit, as ratios to a bare start of Node, in one run:
//   node bench/start-up.mjs [rounds]
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { medians, printRatios } from './measure.mjs';

const rounds = Number(process.argv[2] ?? 40);
const hotelctl = fileURLToPath(new URL('../bin/hotelctl.js', import.meta.url));
const node = process.execPath;

// The sandbox runs in a process of its own, as the platform does; this run's environment comes from it.
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
try {
  const results = await medians(
    [
      { name: 'node -e 0', file: node, args: ['-e', '0'] },
      { name: '--version', file: node, args: [hotelctl, '--version'] },
      { name: '--help', file: node, args: [hotelctl, '--help'] },
      {
        name: 'reports room-nights --help',
        file: node,
        args: [hotelctl, 'reports', 'room-nights', '--help'],
      },
      { name: 'completion of a command', file: node, args: [hotelctl, '__complete', 'reports', ''] },
      {
        name: 'completion of a property',
        file: node,
        args: [hotelctl, '__complete', 'reports', 'arrivals', '--property', ''],
      },
      {
        name: 'completion of a column',
        file: node,
        args: [hotelctl, '__complete', 'reports', 'property-performance', '--columns', ''],
      },
      { name: 'report, token in the environment', file: node, args: [hotelctl, ...report], env },
    ],
    rounds,
  );
  printRatios('start-up', results, 'node -e 0', {
    '--version': 1.4,
    '--help': 1.4,
    'report, token in the environment': 3,
  });
} finally {
  sandbox.stdin.end();
  sandbox.kill();
}
