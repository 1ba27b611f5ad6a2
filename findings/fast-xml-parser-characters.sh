#!/usr/bin/env bash
# fast-xml-parser 5.12.1 leaves numeric character references as they are.
#
# Guess: `&#268;EZ` is ČEZ: XML 1.0 has every parser resolve character references, as it does the five names such as
#   `&amp;`.
# Seen: the five names are resolved, numeric references are not, decimal or hexadecimal, in texts and in attributes.
#   The option `htmlEntities` resolves them. saxes 6.0.0 and xml2js 0.6.2 resolve them without an option.
# So: a file in ASCII or ISO 8859-1 has no other way to write Č. Set `htmlEntities`.
. "$(dirname "$0")/trial.bash"
npm_packages fast-xml-parser@5.12.1 saxes@6.0.0 xml2js@0.6.2
cat >run.mjs <<'END'
import { XMLParser } from 'fast-xml-parser';
import { createRequire } from 'node:module';
import { SaxesParser } from 'saxes';
const { parseStringPromise } = createRequire(import.meta.url)('xml2js');

const xml = '<company town="&#321;&#xF3;d&#x17A;">&#268;EZ &amp; &#x160;koda</company>';
for (const htmlEntities of [false, true]) {
  const { company } = new XMLParser({ ignoreAttributes: false, htmlEntities }).parse(xml);
  console.log(`fast-xml-parser, htmlEntities ${htmlEntities}: ${company['#text']}, ${company['@_town']}`);
}
let [town, text] = ['', ''];
const parser = new SaxesParser();
parser.on('opentag', ({ attributes }) => (town = attributes.town));
parser.on('text', (part) => (text += part));
parser.write(xml).close();
console.log(`saxes: ${text}, ${town}`);
const { company } = await parseStringPromise(xml);
console.log(`xml2js: ${company._}, ${company.$.town}`);
END
expect node run.mjs <<'END'
fast-xml-parser, htmlEntities false: &#268;EZ & &#x160;koda, &#321;&#xF3;d&#x17A;
fast-xml-parser, htmlEntities true: ČEZ & Škoda, Łódź
saxes: ČEZ & Škoda, Łódź
xml2js: ČEZ & Škoda, Łódź
END
