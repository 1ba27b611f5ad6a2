#!/usr/bin/env bash
# ratelimit-header-parser 0.1.0 reads NaN from the RateLimit fields that its sister express-rate-limit 8.7.5 sends.
#
# Guess: `"default";r=50;t=30` with the policy `"default";q=100;w=60` (draft 8 and later) gives the limit 100 and 50
#   remaining requests, as both packages are by the same makers.
# Seen: the fields of drafts 6 and 7 are read. Those of draft 8 give NaN and no error, with and without blanks.
# So: a client that waits when `remaining < 1` never waits, as NaN compares as false. Read `r` and `t` yourself, or
#   obey 429 and Retry-After.
. "$(dirname "$0")/trial.bash"
npm_packages ratelimit-header-parser@0.1.0 express@5.3.0 express-rate-limit@8.7.5
cat >run.mjs <<'END'
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { once } from 'node:events';
import { parseRateLimit } from 'ratelimit-header-parser';

for (const standardHeaders of ['draft-6', 'draft-7', 'draft-8']) {
  const app = express().use(rateLimit({ limit: 100, windowMs: 60_000, standardHeaders, legacyHeaders: false }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${server.address().port}/`);
  const { limit, remaining } = parseRateLimit(response);
  console.log(standardHeaders, limit, remaining);
  server.close();
  server.closeAllConnections();
}
const { limit, remaining } = parseRateLimit({
  'ratelimit-policy': '"default";q=100;w=60',
  ratelimit: '"default";r=50;t=30',
});
console.log('without blanks', limit, remaining);
END
expect node run.mjs <<'END'
draft-6 100 99
draft-7 100 99
draft-8 NaN NaN
without blanks NaN NaN
END
