#!/usr/bin/env bash
# fflate 0.8.3: gunzipSync returns the first member of a gzip file only; Gunzip of the same package returns all.
#
# Guess: both decompress a file of several members, as the format allows and daily files that are appended have; or the
#   simpler function fails.
# Seen: gunzipSync ends after the first member without an error, and asynchronous gunzip too. The stream class returns
#   both members; so does pako 3.0.3.
# So: a register file that is read with gunzipSync may be cut at any member. Compare the count of rows.
. "$(dirname "$0")/trial.bash"
npm_packages fflate@0.8.3 pako@3.0.3
cat >run.mjs <<'END'
import { Gunzip, gunzip, gunzipSync } from 'fflate';
import { gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import { ungzip } from 'pako';
const file = Buffer.concat([gzipSync('first '), gzipSync('second ')]);
const print = (about, bytes) => console.log(about, Buffer.from(bytes).toString().trimEnd());
print('gunzipSync:', gunzipSync(file));
print('gunzip:', await promisify(gunzip)(file));
const parts = [];
new Gunzip((part) => parts.push(part)).push(file, true);
print('Gunzip:', Buffer.concat(parts));
print('pako:', ungzip(file));
END
expect node run.mjs <<'END'
gunzipSync: first
gunzip: first
Gunzip: first second
pako: first second
END
