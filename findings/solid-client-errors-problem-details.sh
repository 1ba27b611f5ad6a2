#!/usr/bin/env bash
# @inrupt/solid-client-errors 0.0.4 drops the extension members of problem details (RFC 9457).
#
# Guess: it resolves a relative `type`, and keeps members such as `code`, which section 3.2 lets an API add.
# Seen: `type` and `instance` are resolved, but only the five members of the standard are kept. When the media type
#   has a parameter (`application/problem+json; charset=utf-8`, which frameworks add) the whole document is ignored,
#   and the problem is `about:blank` with the words of the status.
# So: an API says what a client must act on in `type` or in a header field as well, and sends the bare media type.
. "$(dirname "$0")/trial.bash"
npm_packages @inrupt/solid-client-errors@0.0.4
cat >run.cjs <<'END'
const { handleErrorResponse } = require('@inrupt/solid-client-errors');
const body = JSON.stringify({ type: '/problems/slow', title: 'Too fast', status: 429, detail: 'Wait', code: 'rate' });
for (const contentType of ['application/problem+json', 'application/problem+json; charset=utf-8']) {
  const init = { status: 429, statusText: 'Too Many Requests', headers: { 'content-type': contentType } };
  const response = new Response(body, init);
  Object.defineProperty(response, 'url', { value: 'https://api.example.org/v1/search' });
  console.log(JSON.stringify(handleErrorResponse(response, body, 'search failed').problemDetails));
}
END
expect node run.cjs <<'END'
{"type":"https://api.example.org/problems/slow","title":"Too fast","status":429,"detail":"Wait"}
{"type":"about:blank","title":"Too Many Requests","status":429}
END
