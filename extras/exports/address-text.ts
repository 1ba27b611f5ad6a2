import type { CompanyAddress } from '../../src/model/shapes.ts';

/** An address as one text: its parts in the order of an envelope, the postal code before the town. */
export function addressText({ street, lines = [], region, text, ...parts }: CompanyAddress): string {
  const town = [parts.postal_code, parts.locality].filter((part) => part !== undefined).join(' ');
  return [text, street, ...lines, town, region, parts.country_code]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}
