import table from './courts.json' with { type: 'json' };

/** A German court that keeps registers. A number identifies a company only together with its court. */
export interface GermanCourt {
  /** As the code list Registergerichte has it. */
  readonly name: string;
  /** The XJustiz codes. A court with two codes writes one of them. */
  readonly codes: readonly string[];
  /**
   * The code in European numbers (EUID). Absent for former courts, and for courts with `letters`: these are part of the EUID, and the data
   * lack them.
   */
  readonly euid?: string;
  /** Other names of the court in the numbers of handelsregister.de. */
  readonly stored?: readonly string[];
  /** Other names of the court in imprints. */
  readonly also?: readonly string[];
  /** The letters behind its numbers: first those that it writes today, then those of courts that were merged into it. */
  readonly letters?: readonly string[];
}

export const GERMAN_COURTS: readonly GermanCourt[] = table.courts;

const UMLAUTS: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE' };

/** Returns the runs of letters and digits in a text, in capitals. Invisible characters, such as soft hyphens, separate nothing. */
export function splitTokens(text: string): string[] {
  const capitals = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .toUpperCase()
    .replaceAll('ẞ', 'SS');
  return capitals.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A name of a court. */
interface Alias {
  readonly court: GermanCourt;
  /** The positions in the name without blanks at which a blank may be. */
  readonly breaks: ReadonlySet<number>;
}

/** By name without blanks. Made when the first German number is read. */
let aliases: ReadonlyMap<string, readonly Alias[]> | undefined;

/** Returns the names and the codes of a court, with umlauts as they are, written out and dropped. */
function listSpellings({ name, codes, stored = [], also = [] }: GermanCourt): Set<string> {
  // `K1101R` was `K1101` before the registers of a land were joined.
  const codeForms = codes.flatMap((code) => [code, code.replace(/[RV]$/, '')]).flatMap((code) => [code, `DE ${code}`]);
  const names = [name, ...stored, ...also].map((one) => splitTokens(one).join(' '));
  return new Set([
    ...codeForms,
    ...names,
    ...names.map((one) => one.replaceAll(/[ÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? letter)),
    ...names.map((one) => one.normalize('NFD').replaceAll(/\p{M}+/gu, '')),
  ]);
}

function makeAliases(): ReadonlyMap<string, readonly Alias[]> {
  const all = GERMAN_COURTS.flatMap((court) =>
    Array.from(listSpellings(court), (spelling) => ({ court, spelling, squashed: spelling.replaceAll(' ', '') })),
  );
  const made = new Map<string, Alias[]>();
  for (const { court, spelling, squashed } of all)
    made.set(squashed, [...(made.get(squashed) ?? []), { court, breaks: findBreaks(spelling.split(' ')) }]);
  return made;
}

function findBreaks(tokens: readonly string[]): Set<number> {
  const breaks = new Set<number>();
  let at = 0;
  for (const token of tokens) breaks.add((at += token.length));
  return breaks;
}

/**
 * Returns the court that the tokens of a text name. Blanks may be missing, but none may be added: `B Amberg` is the letter of a number and
 * a court, not Bamberg.
 */
export function courtNamed(tokens: readonly string[]): GermanCourt | undefined {
  aliases ??= makeAliases();
  const breaks = findBreaks(tokens);
  return aliases.get(tokens.join(''))?.find((alias) => breaks.isSubsetOf(alias.breaks))?.court;
}
