#!/usr/bin/env bash
# Packages for vCard disagree about a semicolon in the name of an organization: vcf 2.1.2, ical.js 2.2.1,
#   vcard4-ts 0.4.1 and vcards-js 2.11.1.
#
# Guess: `ORG:Berg\; Tal\, Bau;Sales` is the company "Berg; Tal, Bau" with the unit "Sales" in every reader, as in RFC
#   6350. Writers escape a name. vcards-js makes it FN, which every card must have, if the card is an organization.
# Seen: vcf keeps the backslashes and does not split. vcard4-ts makes one name of the company and its unit. ical.js
#   reads ORG, but leaves a backslash in FN. Only vcard-parser 1.0.0 reads all of it. The writer vcf escapes nothing.
#   vcards-js leaves the semicolon as a separator, and FN empty, although `isOrganization` is set.
# So: write the name of a company without a semicolon, and read cards that your own writer made before others do.
. "$(dirname "$0")/trial.bash"
npm_packages vcf@2.1.2 ical.js@2.2.1 vcard4-ts@0.4.1 vcards-js@2.11.1 vcard-parser@1.0.0
cat >run.mjs <<'END'
import ICAL from 'ical.js';
import { createRequire } from 'node:module';
import { parseVCards } from 'vcard4-ts';
const require = createRequire(import.meta.url);
const Vcf = require('vcf');

const lines = ['BEGIN:VCARD', 'VERSION:4.0', 'KIND:org', 'FN:Berg\\; Tal\\, Bau', 'ORG:Berg\\; Tal\\, Bau;Sales'];
const card = [...lines, 'END:VCARD', ''].join('\r\n');
const print = (reader, ...values) => console.log(reader.padEnd(14), ...values.map((value) => JSON.stringify(value)));
const vcf = new Vcf().parse(card);
print('vcf', vcf.get('fn').valueOf(), vcf.get('org').valueOf());
const [typescript] = parseVCards(card).vCards;
print('vcard4-ts', typescript.FN[0].value, typescript.ORG[0].value);
const ical = new ICAL.Component(ICAL.parse(card));
print('ical.js', ical.getFirstPropertyValue('fn'), ical.getFirstPropertyValue('org'));
const { fn, org } = require('vcard-parser').parse(card);
print('vcard-parser', fn[0].value, org[0].value);

const name = 'Berg; Tal, Bau';
const own = new Vcf();
own.set('fn', name);
own.set('org', name);
const other = require('vcards-js')();
other.isOrganization = true;
other.organization = name;
for (const [writer, text] of [['vcf', own.toString('4.0')], ['vcards-js', other.getFormattedString()]])
  console.log(`${writer} writes:`, ...text.match(/^(FN|ORG).*$/gm).map((line) => JSON.stringify(line)));
END
expect node run.mjs <<'END'
vcf            "Berg\\; Tal\\, Bau" "Berg\\; Tal\\, Bau;Sales"
vcard4-ts      "Berg; Tal, Bau" ["Berg; Tal, Bau;Sales"]
ical.js        "Berg\\; Tal, Bau" ["Berg; Tal, Bau","Sales"]
vcard-parser   "Berg; Tal, Bau" ["Berg; Tal, Bau","Sales"]
vcf writes: "FN:Berg; Tal, Bau" "ORG:Berg; Tal, Bau"
vcards-js writes: "FN:" "ORG:Berg; Tal\\, Bau"
END
