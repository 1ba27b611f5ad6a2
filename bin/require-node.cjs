// Loaded before anything else (`node --require`), so that an old Node says what is missing in one
// line instead of failing on the first TypeScript file. Plain old JavaScript: it must run anywhere.
'use strict';
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    'openfirma needs Node 24 or newer; this is Node ' +
      process.versions.node +
      ' at ' +
      process.execPath +
      '. ' +
      'On Linux (x64, arm64) and Windows (x64) `npm ci` installs a suitable one; elsewhere install Node 24 first.\n',
  );
  process.exit(1);
}
// Compiled code is kept in the system's temporary folder: commands start in half the time from the second time on.
require('node:module').enableCompileCache();
