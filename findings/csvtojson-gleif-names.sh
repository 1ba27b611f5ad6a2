#!/usr/bin/env bash
# csvtojson 2.0.14 loses the legal name of every record of a GLEIF file.
#
# Guess: of the headings `Entity.LegalName` and `Entity.LegalName.xmllang` both values come back, whether the dots make
#   nested objects or not.
# Seen: dots nest, and the later column replaces the earlier one without a word: with the order of GLEIF's files the
#   name is gone and its language stays; in the other order the language is gone. With `flatKeys` both are there.
# So: check that a heading is no prefix of another one before dots become objects.
. "$(dirname "$0")/trial.bash"
npm_packages csvtojson@2.0.14
cat >run.cjs <<'END'
const csv = require('csvtojson');
(async () => {
  const print = async (text, options) => console.log(JSON.stringify(await csv(options).fromString(text)));
  const text = 'LEI,Entity.LegalName,Entity.LegalName.xmllang\n1,Example AS,no\n';
  await print(text);
  await print('LEI,Entity.LegalName.xmllang,Entity.LegalName\n1,no,Example AS\n');
  await print(text, { flatKeys: true });
})();
END
expect node run.cjs <<'END'
[{"LEI":"1","Entity":{"LegalName":{"xmllang":"no"}}}]
[{"LEI":"1","Entity":{"LegalName":"Example AS"}}]
[{"LEI":"1","Entity.LegalName":"Example AS","Entity.LegalName.xmllang":"no"}]
END
