#!/usr/bin/env bash
# @fragaria/address-formatter 6.7.1 writes Hungarian addresses with the postcode first.
#
# Guess: it follows the order of the Hungarian post: town, street, and the postcode last; localized-address-format
#   1.3.3, which has the data of another maker, agrees.
# Seen: postcode and town first, then the street; localized-address-format has the order of the post. For Germany they
#   agree.
# So: an address block is made of the parts by one package; two of them print two addresses.
. "$(dirname "$0")/trial.bash"
npm_packages @fragaria/address-formatter@6.7.1 localized-address-format@1.3.3
cat >run.mjs <<'END'
import addressFormatter from '@fragaria/address-formatter';
import { formatAddress } from 'localized-address-format';
for (const countryCode of ['HU', 'DE']) {
  const parts = { road: 'Minta utca', houseNumber: '1', postcode: '1011', city: 'Budapest', countryCode };
  console.log('address-formatter', countryCode, addressFormatter.format(parts).trim().replaceAll('\n', ' | '));
  const lines = { locality: 'Budapest', addressLines: ['Minta utca 1.'] };
  const other = { postalCountry: countryCode, postalCode: '1011', ...lines };
  console.log('localized-address-format', countryCode, formatAddress(other).join(' | '));
}
END
expect node run.mjs <<'END'
address-formatter HU 1011 Budapest | Minta utca 1.
localized-address-format HU Budapest | Minta utca 1. | 1011
address-formatter DE Minta utca 1 | 1011 Budapest
localized-address-format DE Minta utca 1. | 1011 Budapest
END
