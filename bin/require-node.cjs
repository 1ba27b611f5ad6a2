// Loaded before anything else. If Node is too old, the program runs on the Node that `npm ci` installed, or else prints one
// line that says what to install. Old JavaScript only, because every Node must run this file.
'use strict';
const { spawn } = require('child_process');
const { existsSync } = require('fs');
const Module = require('module');
const { join } = require('path');
const { isatty } = require('tty');
const { isMainThread } = require('worker_threads');

// Without a listener Node opens its debugger at this signal.
process.on('SIGUSR1', () => {});

const ROOT = join(__dirname, '..');
const IS_WINDOWS = process.platform === 'win32';
// By its package: npm before 11.6 removes the link to it with those of the other platforms.
const PACKAGE = 'node-' + (IS_WINDOWS ? 'win' : process.platform) + '-' + process.arch;
const BUNDLED = join(ROOT, 'node_modules', PACKAGE, 'bin', IS_WINDOWS ? 'node.exe' : 'node');
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR2'];

function refuse(why) {
  process.stderr.write('openfirma: ' + why + '\n');
  process.exit(1);
}

function refuseNode() {
  const found = 'this is Node ' + process.versions.node + ' at "' + process.execPath + '"';
  refuse('Node 24 or newer is needed, ' + found + ': install a newer one from https://nodejs.org');
}

/** Runs the program in a child with the same arguments, streams, signals and exit status. */
function runOnBundledNode() {
  const args = process.execArgv.concat(process.argv.slice(1));
  const child = spawn(BUNDLED, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.on('error', refuseNode);
  // `node --watch` needs the files to watch.
  child.on('message', (message) => process.send && process.send(message));
  for (const signal of SIGNALS) {
    // A terminal sends its own signals to both processes.
    const isSentToBoth = isatty(0) && (signal === 'SIGINT' || signal === 'SIGQUIT');
    process.on(signal, () => isSentToBoth || child.kill(signal));
  }
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

// A published package has no lock file.
if (existsSync(join(ROOT, 'package-lock.json')) && !existsSync(join(ROOT, 'node_modules'))) {
  refuse('no packages are installed in "' + ROOT + '": run `npm ci` there first');
}
// npm runs scripts in a shell, which ends at SIGTERM without passing it on.
if (process.env.npm_lifecycle_event !== undefined && isMainThread && !process.channel) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
if (Number(process.versions.node.split('.')[0]) >= 24) {
  // The channel closes when the old Node that started this one ends, even by SIGKILL.
  if (process.channel) {
    process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel.unref();
  }
  // Node caches compiled code in the system's temporary folder: from the second start on, commands take half the time.
  Module.enableCompileCache();
  module.exports = (run) => run();
} else if (existsSync(BUNDLED)) {
  // Node calls this to run the program after it has loaded this file.
  Module.runMain = runOnBundledNode;
  module.exports = runOnBundledNode;
} else {
  refuseNode();
}
