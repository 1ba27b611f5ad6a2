import type { DetailedCompany, ServiceFacts } from '../../../contract/index.ts';

/** Returns a company as a schema.org Organization (JSON-LD), without persons. Undefined if no name is published. */
export function toOrganization({ siteUrl }: ServiceFacts, { company, details }: DetailedCompany): object | undefined {
  const { id, lifecycle, name, summary, country_code: country, identifiers = [] } = company;
  if (name === undefined) return undefined;
  const findValue = (...schemes: readonly string[]): string | undefined =>
    schemes
      .map((wanted) => identifiers.find(({ scheme }) => scheme === wanted)?.value)
      .find((value) => value !== undefined);
  const { address: place = {}, other_names: names = [], closed_on: closed } = details;
  const street = [place.street, ...(place.lines ?? []), place.text];
  const address = `${siteUrl}/companies/${lifecycle.canonical_id ?? id}`;
  // JSON.stringify omits undefined fields.
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': address,
    mainEntityOfPage: address,
    name,
    legalName: name,
    alternateName: names.length === 0 ? undefined : names.map((each) => each.name),
    description: summary,
    dissolutionDate: closed,
    leiCode: findValue('lei'),
    vatID: findValue('eu_vat_number', 'vat_number'),
    taxID: findValue('tin'),
    identifier: [
      { '@type': 'PropertyValue', propertyID: 'openfirma', value: lifecycle.canonical_id ?? id },
      ...identifiers.map(({ scheme, value, country_scope: scope }) => ({
        '@type': 'PropertyValue',
        propertyID: scope === undefined ? scheme : `${scope}:${scheme}`,
        value,
      })),
    ],
    address: (details.address ?? country) && {
      '@type': 'PostalAddress',
      streetAddress: street.filter((line) => line !== undefined).join(', ') || undefined,
      postalCode: place.postal_code,
      addressLocality: place.locality,
      addressRegion: place.region,
      addressCountry: place.country_code ?? country,
    },
  };
}
