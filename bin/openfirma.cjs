#!/usr/bin/env node
// The command of the installed package, on the user's Node. In a clone of the repository it runs the sources.
'use strict';
const runOnNode24 = require('./require-node.cjs');

// As in bin/openfirma.
const FLAGS = ['--max-semi-space-size=8', '--no-parallel-scavenge', '--no-minor-gc-task'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * Starts a build again with the flags, in the same process: the size of a heap and the allocator are set at the start, and
 * without them a build takes a quarter and a fifth more memory. Shorter commands would wait for a second start for nothing.
 */
function restartBuild() {
  const { argv, channel, env, execArgv, execPath, execve } = process;
  const isBuild = argv[2] === 'build' || argv[2] === 'refresh';
  // A new program has no channel to the old Node that started this one, and would not end with it.
  if (!isBuild || channel !== undefined || execArgv.includes(FLAGS[0]) || process.platform === 'win32') return;
  execve(execPath, [execPath, ...FLAGS, ...execArgv, __filename, ...argv.slice(2)], { ...ALLOCATOR, ...env });
}

runOnNode24(() => {
  restartBuild();
  const { existsSync } = require('node:fs');
  const { join } = require('node:path');
  const { pathToFileURL } = require('node:url');
  // The size applies to workers, which start later.
  const { setFlagsFromString } = require('node:v8');
  for (const flag of FLAGS) setFlagsFromString(flag);
  const root = join(__dirname, '..');
  const source = join(root, 'src', 'cli', 'main.ts');
  void import(pathToFileURL(existsSync(source) ? source : join(root, 'dist', 'main.js')).href);
});
