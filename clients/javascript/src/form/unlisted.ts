/** A company that the user typed and the data does not have. */
export interface UnlistedCompany {
  /** The typed name. */
  readonly name: string;
  /**
   * Why no company was chosen: `no_match` if the search found none, `none_chosen` if the user chose none of the listed ones, `too_short`
   * for a text that cannot be searched, `search_failed` if the service could not be reached.
   */
  readonly reason: 'no_match' | 'none_chosen' | 'too_short' | 'search_failed';
}

/** Whether a value is an unlisted company: it may come from the history of the browser. */
export function isUnlisted(value: unknown): value is UnlistedCompany {
  const { name, reason } = (value ?? {}) as Partial<UnlistedCompany>;
  return typeof name === 'string' && typeof reason === 'string';
}

/** Returns what a form sends for an unlisted company: an empty ID under the name of the field, and the typed name and the reason. */
export function toFormData(field: string, { name, reason }: UnlistedCompany): FormData | null {
  if (field === '') return null;
  const entries = new FormData();
  for (const [key, value] of [
    [field, ''],
    [`${field}-name`, name],
    [`${field}-unlisted`, reason],
  ] as const)
    entries.set(key, value);
  return entries;
}
