// Rolls up the declarations of the public entry into one file. emit.ts runs the bundler with this file in the folder of the package.
import { join } from 'node:path';
import { dts } from 'rolldown-plugin-dts';

export default {
  input: 'types/src/index.d.ts',
  external: [/^node:/, /^[@a-z]/, /\.json$/],
  plugins: [dts({ dtsInput: true, tsconfig: join(import.meta.dirname, 'tsconfig.json') })],
};
