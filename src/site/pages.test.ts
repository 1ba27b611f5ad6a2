import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { PROBLEMS, exampleProblem, problemPath } from '../contract/index.ts';
import { sitePages } from './index.ts';

const FACTS = { baseUrl: 'https://api.example.test', siteUrl: 'https://example.test', dataProvider: 'A "B" <c> & d' };
const pages = sitePages(FACTS);
const textOf = (path: string): string => Buffer.from(pages.get(path)?.body ?? []).toString();

describe('a page of the site', () => {
  for (const kind of Object.values(PROBLEMS)) {
    test(`says what ${kind.code} means, shows its document and what to do`, () => {
      const text = textOf(problemPath(kind.code));
      assert.ok(text.includes(`<h1>${kind.title}</h1>`));
      assert.ok(text.includes(kind.description));
      assert.ok(text.includes('<h2>What to do</h2>'));
      assert.ok(text.includes(exampleProblem(FACTS, kind.code).instance.replaceAll('&', '&#38;')));
      assert.ok(text.includes(`<dd>${kind.status}</dd>`));
    });
  }

  test('is there for the site, every problem, and nothing else', () => {
    const paths = ['/', ...Object.values(PROBLEMS).map(({ code }) => problemPath(code))];
    assert.deepEqual([...pages.keys()], paths);
  });

  test('is there with and without a slash where the site lies below a path', () => {
    const below = sitePages({ ...FACTS, siteUrl: 'https://example.test/about' });
    assert.equal(below.get(''), below.get('/'));
    assert.ok(below.has(''));
  });

  for (const [path, { body, contentType, headers }] of pages) {
    const text = Buffer.from(body).toString();
    test(`loads nothing and runs nothing, by its content security policy: ${path}`, () => {
      const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
      assert.match(headers['Content-Security-Policy'] ?? '', /^default-src 'none';/);
      assert.ok(headers['Content-Security-Policy']?.includes(`'sha256-${hash('sha256', style, 'base64')}'`));
      assert.doesNotMatch(text, /<script|<img|<link| style=| on\w+=/);
    });

    test(`is a whole HTML document whose elements are closed in order: ${path}`, () => {
      assert.equal(contentType, 'text/html; charset=utf-8');
      assert.ok(text.startsWith('<!doctype html>\n<html lang="en">'));
      assert.deepEqual(unclosed(text), []);
    });

    test(`suits dark screens and narrow ones: ${path}`, () => {
      assert.ok(text.includes('color-scheme: light dark'));
      assert.ok(text.includes('<meta name="viewport" content="width=device-width, initial-scale=1">'));
      assert.match(text, /pre \{ overflow-x: auto/);
    });
  }

  test('escapes every value', () => {
    const hostile = sitePages({ ...FACTS, baseUrl: `https://a.test/"><b>'&` });
    for (const { body } of hostile.values()) assert.ok(!Buffer.from(body).toString().includes('"><b>'));
  });
});

/** The names of elements that are open at the end or closed out of order. */
function unclosed(text: string): readonly string[] {
  const open: string[] = [];
  for (const [, slash, name = ''] of text.replace('<!doctype html>', '').matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    if (name === 'meta') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return [`</${name}>`];
  }
  return open;
}
