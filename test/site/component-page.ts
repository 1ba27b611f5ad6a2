/** Another site: a page that uses the component, on a separate port and under a strict policy. */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A served page. */
export interface ServedPage {
  readonly address: string;
  readonly close: () => void;
}

/** Serves a page whose policy allows only its own content and the service's scripts and responses. */
export async function servePage(service: string, body: string, css = ''): Promise<ServedPage> {
  const inline = [...body.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, script = '']) => ` 'sha256-${hash('sha256', script, 'base64')}'`,
  );
  const policy = `default-src 'none'; script-src ${service}${inline.join('')}; connect-src ${service}; style-src 'self'; img-src 'self' data:; form-action 'self'; require-trusted-types-for 'script'`;
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A form</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"><main>${body}</main></html>`;
  const server = createServer((request, response) => {
    const isStyle = request.url === '/style.css';
    response.setHeader('Content-Type', isStyle ? 'text/css' : 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', policy);
    response.end(isStyle ? css : page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
