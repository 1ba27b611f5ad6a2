import { IDENTIFIER_SCHEMES, deriveCompanyId, foldNumber, type RegisterLine } from '../../src/model/index.ts';

/** Returns the ID that a build derives for a line without an ID: from its key, else from its strongest identifier. */
export function derivedIdOf(line: RegisterLine): string {
  if (line.key !== undefined) return deriveCompanyId({ kind: 'key', key: line.key });
  for (const scheme of IDENTIFIER_SCHEMES) {
    const identifier = line.identifiers?.find((i) => i.scheme === scheme);
    if (identifier === undefined) continue;
    const { value, country_scope: scope = '' } = identifier;
    return deriveCompanyId({ kind: 'identifier', scheme, scope, comparedValue: foldNumber(value) });
  }
  throw new RangeError('Cannot derive an id: the line has neither a key nor an identifier');
}
