import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of all.ts, which exports the declaration of each folder. @throws {Error} if a folder has no declaration */
export function allText(at = import.meta.dirname): string {
  const ids = readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const lines = ids.toSorted().map((id) => {
    const constant = id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const wanted = `export const ${constant} = declareRegister(`;
    if (!readDeclaration(join(at, id)).includes(wanted)) {
      throw new Error(`Cannot list the register "${id}": src/registers/${id}/index.ts must contain "${wanted}"`);
    }
    return `export { ${constant} } from './${id}/index.ts';\n`;
  });
  return `/** All registers, one folder each. Made by \`npm run docs\` from the folders. @module */\n${lines.join('')}`;
}

/** Returns the source of the declaration in a folder, or an empty text if the folder has no `index.ts`. */
function readDeclaration(folder: string): string {
  return readdirSync(folder).includes('index.ts') ? readFileSync(join(folder, 'index.ts'), 'utf8') : '';
}
