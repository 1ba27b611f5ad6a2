// Loaded before anything else, so that an old Node says what is missing in one line instead of failing on the first
// file that it cannot read. Plain old JavaScript: it must run anywhere.
'use strict';
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    'openfirma needs Node 24 or newer; this is Node ' +
      process.versions.node +
      ' at ' +
      process.execPath +
      '. Install a newer one from https://nodejs.org; in a clone of the repository, on Linux (x64, arm64) and Windows ' +
      '(x64), `npm ci` brings one along.\n',
  );
  process.exit(1);
}
// Compiled code is kept in the system's temporary folder: commands start in half the time from the second time on.
require('node:module').enableCompileCache();
