#!/usr/bin/env bash
# Two generators of clients forget the values of a map that OpenAPI 3.1 writes as `patternProperties`.
#
# Guess: generators that read version 3.1 read its JSON Schema: one pattern that every name matches (as TypeBox writes
#   maps) is a map of that type, or is refused.
# Seen: oazapfts 7.5.0 and typed-openapi 2.2.7 write an object and a map of unknown values, and say nothing. With
#   `additionalProperties`, which means the same, both write the type.
# So: write maps as `additionalProperties` in every version.
. "$(dirname "$0")/trial.bash"
npm_packages oazapfts@7.5.0 typed-openapi@2.2.7
cat >run.cjs <<'END'
const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
for (const keyword of ['patternProperties', 'additionalProperties']) {
  const value = { type: 'array', items: { type: 'string' } };
  const schema = { type: 'object', [keyword]: keyword === 'patternProperties' ? { '^.*$': value } : value };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Names' } } };
  const paths = { '/names': { get: { operationId: 'names', responses: { 200: { description: 'Names', content } } } } };
  const components = { schemas: { Names: schema } };
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, components };
  writeFileSync('api.json', JSON.stringify(document));
  execFileSync('node_modules/.bin/oazapfts', ['api.json', 'oazapfts.ts'], { stdio: 'ignore' });
  execFileSync('node_modules/.bin/typed-openapi', ['api.json', '--output', 'typed.ts'], { stdio: 'ignore' });
  for (const file of ['oazapfts.ts', 'typed.ts']) {
    const [, type] = /export type Names = (\{[^}]*\}|[^;\n]*)/.exec(readFileSync(file, 'utf8'));
    console.log(keyword, type.replace(/\s+/g, ' '));
  }
}
END
expect node run.cjs <<'END'
patternProperties object
patternProperties Record<string, unknown>
additionalProperties { [key: string]: string[]; }
additionalProperties Record<string, Array<string>>
END
