#!/usr/bin/env bash
# cyrillic-to-translit-js 3.2.1: names in capitals, as Ukraine's register writes them, become mixed case.
#
# Guess: a name in capitals stays in capitals, YURII SHCHERBAK, as in passports (Cabinet of Ministers, resolution 55 of 2010).
# Seen: letters that become several have one capital, also between other capitals: YuRII ShchERBAK. Зг is Zgh, as it should be.
# So: change the case before, not after: one cannot see which letters were capitals.
. "$(dirname "$0")/trial.bash"
npm_packages cyrillic-to-translit-js@3.2.1
cat >run.cjs <<'END'
const CyrillicToTranslit = require('cyrillic-to-translit-js');
const { transform } = new CyrillicToTranslit({ preset: 'uk' });
for (const name of ['Юрій Щербак', 'ЮРІЙ ЩЕРБАК', 'ТОВ ЩАСТЯ', 'ЗГУРІВКА']) console.log(`${name}: ${transform(name)}`);
END
expect node run.cjs <<'END'
Юрій Щербак: Yurii Shcherbak
ЮРІЙ ЩЕРБАК: YuRII ShchERBAK
ТОВ ЩАСТЯ: TOV ShchASTIa
ЗГУРІВКА: ZGhURIVKA
END
