const PLACED = new Set(['level', 'time', 'msg', 'err']);
const PLAIN = /^[\w.:/@+-]+$/;
/** Terminals act on these; JSON escapes the others. */
const CONTROLS = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * A line of the log, given as JSON, for people: time, level and message, then the other fields as `name=value`. The stack of an error
 * follows on indented lines.
 */
export function textOf(json: string): string {
  const line = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(line).flatMap(([name, value]) =>
    PLACED.has(name) ? [] : [` ${name}=${textOfValue(value)}`],
  );
  const msg = line['msg'];
  const level = String(line['level']).toUpperCase().padEnd(5);
  const message = typeof msg === 'string' ? escaped(msg) : '';
  return `${String(line['time'])} ${level} ${message}${fields.join('')}\n${stackOf(line['err'])}`;
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return JSON.stringify(value).replaceAll(CONTROLS, escapeOf);
}

function stackOf(error: unknown): string {
  if (error === undefined) return '';
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : error;
  return String(stack)
    .split('\n')
    .map((text) => `    ${escaped(text.trim())}\n`)
    .join('');
}

function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('\\\\', '\\')
    .replaceAll(CONTROLS, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
