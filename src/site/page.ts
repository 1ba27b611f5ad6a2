import { hash } from 'node:crypto';

/** A page of the site, ready to be sent. The server calls it a document. */
export interface Page {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Nothing may be loaded from anywhere; the one style sheet stands in the page and is named by its hash. */
function policyOf(styleHash: string): string {
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; ` +
    `frame-ancestors 'none'`
  );
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { margin-top: 2rem; font-size: 1.15rem; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.4rem; }
code { font: 0.9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
dt { font-weight: 600; }
dd { margin: 0 0 0.6rem; }
nav, footer { font-size: 0.9rem; }
`;

/** Text that stands in HTML as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes HTML: values are escaped, unless they are HTML themselves or lists of it. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return new Html(parts.reduce((text, part, i) => text + written(values[i - 1] ?? '') + part));
}

function written(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Makes a whole page of its title and its main part. */
export function pageOf(title: string, siteUrl: string, main: Html): Page {
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · openfirma</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<nav><a href="${siteUrl}/">openfirma</a> · <a href="${siteUrl}/api/openapi.json">OpenAPI document</a></nav>
<main>
${main}
</main>
</body>
</html>
`;
  return {
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(text),
    headers: {
      'Content-Security-Policy': policyOf(hash('sha256', STYLE, 'base64')),
      'Referrer-Policy': 'no-referrer',
    },
  };
}
