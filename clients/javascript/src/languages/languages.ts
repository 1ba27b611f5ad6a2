import { ENGLISH, TEXTS, type Texts } from '../texts.ts';

/** Each language except English is a separate script, which is loaded when a page needs it. */
const LOADERS: Readonly<Record<string, () => Promise<{ default: Texts }>>> = {
  cs: () => import('./cs.json', { with: { type: 'json' } }),
  da: () => import('./da.json', { with: { type: 'json' } }),
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  et: () => import('./et.json', { with: { type: 'json' } }),
  fi: () => import('./fi.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  it: () => import('./it.json', { with: { type: 'json' } }),
  nb: () => import('./nb.json', { with: { type: 'json' } }),
  nl: () => import('./nl.json', { with: { type: 'json' } }),
  pl: () => import('./pl.json', { with: { type: 'json' } }),
  sv: () => import('./sv.json', { with: { type: 'json' } }),
};

const loaded = new Map<string, Texts>();

/**
 * Returns the language of an element (BCP 47): its own `lang`, or that of the nearest ancestor that has one. The search continues from a
 * shadow tree to its host. `en` by default.
 */
export function findLanguage(element: Element): string {
  for (let from: Element | undefined = element; from !== undefined; from = (from.getRootNode() as ShadowRoot).host) {
    const language = from.closest('[lang]')?.getAttribute('lang');
    if (language !== null && language !== undefined) return language;
  }
  return 'en';
}

/** Loads the texts of a language (BCP 47). Returns whether new texts were loaded. */
export async function loadLanguage(language: string): Promise<boolean> {
  const key = toLanguageKey(language);
  if (loaded.has(key) || !Object.hasOwn(LOADERS, key)) return false;
  try {
    const texts = await LOADERS[key]?.();
    if (texts === undefined || loaded.has(key)) return false;
    loaded.set(key, texts.default);
    return true;
  } catch {
    // A service of an earlier version lacks this script, so the field stays English.
    return false;
  }
}

/** Returns a text in a language (BCP 47): the text that the page set, else the loaded text, else English. */
export function findText(language: string, name: keyof Texts): string {
  if (TEXTS[name] !== ENGLISH[name]) return TEXTS[name];
  return loaded.get(toLanguageKey(language))?.[name] ?? ENGLISH[name];
}

/** Returns the language without region and script. Norwegian becomes Bokmål. */
function toLanguageKey(language: string): string {
  return language
    .toLowerCase()
    .replace(/[-_].*/, '')
    .replace(/^n[no]$/, 'nb');
}
