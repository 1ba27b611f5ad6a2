#!/usr/bin/env node
// The command of the installed package, on the user's Node. In a clone of the repository it runs the sources.
'use strict';
const runOnNode24 = require('./require-node.cjs');
runOnNode24(() => {
  const { existsSync } = require('node:fs');
  const { join } = require('node:path');
  const { pathToFileURL } = require('node:url');
  // As in bin/openfirma; here the size applies to the workers of `serve`, which start later.
  const { setFlagsFromString } = require('node:v8');
  for (const flag of ['--max-semi-space-size=8', '--no-parallel-scavenge', '--no-minor-gc-task'])
    setFlagsFromString(flag);
  const root = join(__dirname, '..');
  const source = join(root, 'src', 'cli', 'main.ts');
  void import(pathToFileURL(existsSync(source) ? source : join(root, 'dist', 'main.js')).href);
});
