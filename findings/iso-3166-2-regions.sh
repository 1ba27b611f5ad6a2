#!/usr/bin/env bash
# iso-3166-2 1.0.0 has no region of today for several countries; iso-3166 4.4.0 has them, but not Norway's of 2024.
#
# Guess: a package with a million downloads a month has the French regions of 2016, the Norwegian counties of 2020 and
#   the Latvian municipalities of 2021; the livelier iso-3166 has the Norwegian counties of 2024 as well.
# Seen: iso-3166-2 returns null for all of these and for every Polish and Czech code of today, and finds withdrawn
#   codes. iso-3166 has all but the counties of 2024 (NO-31 to NO-33, NO-39, NO-40, NO-55, NO-56): nearly half of
#   Norway's counties are in neither.
# So: a region of an LEI record that the package does not know is not an error of the record.
. "$(dirname "$0")/trial.bash"
npm_packages iso-3166-2@1.0.0 iso-3166@4.4.0
cat >run.mjs <<'END'
import { iso31662 } from 'iso-3166';
import { createRequire } from 'node:module';
const old = createRequire(import.meta.url)('iso-3166-2');
const codes = new Set(iso31662.map(({ code }) => code));
const now = ['FR-ARA', 'PL-14', 'CZ-10', 'LV-111', 'EE-130', 'NO-46', 'NO-32', 'NO-40', 'NO-56'];
for (const code of [...now, 'PL-MZ', 'CZ-PR', 'IT-CI'])
  console.log(code, old.subdivision(code)?.name ?? null, codes.has(code));
END
expect node run.mjs <<'END'
FR-ARA null true
PL-14 null true
CZ-10 null true
LV-111 null true
EE-130 null true
NO-46 null true
NO-32 null false
NO-40 null false
NO-56 null false
PL-MZ Mazowieckie false
CZ-PR Praha, hlavní mešto false
IT-CI Carbonia-Iglesias false
END
