// Loaded into the program before its own code (`--require`): each connection that it opens, how TLS verified it, and each
// program that it starts with its environment, one JSON object on a line of the file in OBSERVED_BY_TEST.
const { appendFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const net = require('node:net');
const tls = require('node:tls');

const file = process.env.OBSERVED_BY_TEST;
const log = found => appendFileSync(file, `${JSON.stringify(found)}\n`);

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [{ host, port, path }] = net._normalizeArgs(Array.isArray(args[0]) ? args[0] : args);
  log({ kind: 'connection', to: path ?? `${host ?? 'localhost'}:${port}` });
  return connect.apply(this, args);
};

const tlsConnect = tls.connect;
tls.connect = (...args) => {
  const socket = tlsConnect(...args);
  socket.prependOnceListener('secureConnect', () =>
    log({
      kind: 'tls',
      to: `${socket.remoteAddress}:${socket.remotePort}`,
      isVerified: socket.authorized && socket._rejectUnauthorized !== false,
      protocol: socket.getProtocol(),
    }),
  );
  return socket;
};

const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function (options) {
  log({ kind: 'child', args: options.args, env: options.envPairs });
  return spawn.call(this, options);
};
for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
  const original = childProcess[name];
  childProcess[name] = (...args) => {
    log({
      kind: 'child',
      args: args.slice(0, 2),
      env: args.at(-1)?.env ?? Object.entries(process.env).map(pair => pair.join('=')),
    });
    return original(...args);
  };
}

const { send } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function (...args) {
  log({ kind: 'connection', to: 'a datagram' });
  return send.apply(this, args);
};
syncBuiltinESMExports();
