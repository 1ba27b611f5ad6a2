#!/usr/bin/env bash
# Three npm validators of SIRET refuse nearly all establishments of the French post; stdnum 1.12.0 knows their rule.
#
# Guess: the exception is known. SIREN 356000000 has more establishments than check digits by Luhn's rule allow, so
#   only its head office (NIC 00048) keeps that rule; for the others the sum of the 14 digits is a multiple of 5.
# Seen: siret 1.0.1, vat-siren-siret 1.2.1 and @form-validation/validator-siret 2.4.0 accept the head office only.
# So: a check of SIRET in an import needs the exception, or it reports genuine numbers as faults.
. "$(dirname "$0")/trial.bash"
npm_packages siret@1.0.1 vat-siren-siret@1.2.1 @form-validation/validator-siret@2.4.0 stdnum@1.12.0
cat >run.cjs <<'END'
const { siret: formRule } = require('@form-validation/validator-siret');
const siret = require('siret');
const { stdnum } = require('stdnum');
const vat = require('vat-siren-siret');
// The head office; digits with the sum 30; digits with the sum 29, which keep neither rule.
for (const value of ['35600000000048', '35600000012346', '35600000012345'])
  console.log(
    ...[value, siret.isSIRET(value), vat.isSIRET(value), formRule().validate({ value }).valid],
    stdnum.FR.siret.validate(value).isValid,
  );
END
expect node run.cjs <<'END'
35600000000048 true true true true
35600000012346 false false false true
35600000012345 false false false false
END
