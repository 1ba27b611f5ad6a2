/** The input of a derived id: the register's own key, or one identifier. */
export type NaturalKey =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'identifier'; readonly scheme: string; readonly scope: string; readonly comparedValue: string };

/** Never change this text: every derived id would change. */
const ID_NAMESPACE = 'openfirma/company-id/1';

/**
 * Returns the text whose SHA-256 begins with the derived id. `key` is the raw key. `comparedValue` is the value of the identifier as
 * `foldNumber` returns it, `scope` its `country_scope` or the empty text.
 */
export function naturalKeyText(naturalKey: NaturalKey): string {
  const parts =
    naturalKey.kind === 'key'
      ? [ID_NAMESPACE, 'key', '', naturalKey.key]
      : [ID_NAMESPACE, naturalKey.scheme, naturalKey.scope, naturalKey.comparedValue];
  return parts.join('\0');
}
