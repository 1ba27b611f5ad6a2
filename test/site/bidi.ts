/**
 * A real Firefox for tests, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which every Firefox supports. Implements only
 * what the tests need: navigation, scripts, keys, the colour scheme, and observing the requests and the console messages of a page.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_MS_MAX } from '../fixtures/until.ts';
import type { ColorScheme } from './browser.ts';
import { FIREFOX } from './installed-browsers.ts';

/** The code points of WebDriver for keys without a character. */
const KEYS = { ArrowDown: '\uE015', Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C' } as const;
type Key = keyof typeof KEYS;

/** The preferences of a profile, and their values. */
const PREFERENCES = {
  // Only pages of the tests are requested.
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
};

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly params?: EventParams;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface EventParams {
  readonly level?: string;
  readonly text?: string;
  readonly request?: { readonly url: string };
}

/** A page in a separate Firefox. */
export class FirefoxPage {
  /** Errors and warnings of the console, including uncaught errors and violations of the content security policy. */
  readonly complaints: string[] = [];
  /** The addresses of all requests. */
  readonly requested: string[] = [];
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  readonly #profile: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #context = '';
  /** The context of the browser window, whose scripts may set preferences. */
  #chrome = '';
  #id = 0;

  private constructor(child: ChildProcess, socket: WebSocket, profile: string) {
    this.#child = child;
    this.#socket = socket;
    this.#profile = profile;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
  }

  /** Starts Firefox without a window, with the light colour scheme. */
  static async open(viewport: { width: number; height: number }): Promise<FirefoxPage> {
    const { path } = FIREFOX;
    assert.ok(path !== undefined, 'there is a Firefox on the PATH, or FIREFOX names one');
    const profile = mkdtempSync(join(tmpdir(), 'openfirma-firefox-profile-'));
    const downloads = { 'browser.download.folderList': 2, 'browser.download.dir': profile };
    const lines = Object.entries({ ...PREFERENCES, ...downloads }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const remote = ['--remote-debugging-port=0', '--remote-allow-system-access'];
    const child = spawn(path, ['--headless', '--no-remote', ...remote, '--profile', profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const socket = new WebSocket(`${await listening(child)}/session`);
    await once(socket, 'open');
    const page = new FirefoxPage(child, socket, profile);
    await page.#send('session.new', { capabilities: {} });
    await page.#send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
    page.#context = await page.#firstContext({});
    page.#chrome = await page.#firstContext({ 'moz:scope': 'chrome' });
    await page.setColorScheme('light');
    await page.#activate();
    await page.#send('browsingContext.setViewport', { context: page.#context, viewport });
    return page;
  }

  /** The folder of downloaded files. */
  get downloads(): string {
    return this.#profile;
  }

  /** Opens an address, and waits until the page and its scripts are loaded. */
  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Returns the value of an expression in the page, as JSON allows. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.#send('script.evaluate', {
      expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      target: { context: this.#context },
      awaitPromise: true,
    })) as { result?: { value: string }; exceptionDetails?: { text: string } };
    assert.ok(result !== undefined, `${expression}: ${exceptionDetails?.text}`);
    return JSON.parse(result.value) as T;
  }

  /** Waits until an expression is true in the page, even while other pages load. */
  async until(expression: string): Promise<void> {
    const started = Date.now();
    for (;;) {
      // While another page loads, evaluation fails.
      if (await this.evaluate<boolean>(`Boolean(${expression})`).catch(() => false)) return;
      assert.ok(Date.now() - started < WAIT_MS_MAX, `"${expression}" becomes true`);
      await pause(20);
    }
  }

  /** Presses keys one after the other: the characters of a text, or a key by its name. */
  async press(...texts: readonly (Key | (string & {}))[]): Promise<void> {
    const values = texts.flatMap((text) => (text in KEYS ? KEYS[text as Key] : Array.from(text)));
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#send('input.performActions', {
      context: this.#context,
      actions: [{ type: 'key', id: 'keyboard', actions }],
    });
  }

  /** Sets the colour scheme of all pages. BiDi of this Firefox has no command for it, so this sets a preference. */
  async setColorScheme(scheme: ColorScheme): Promise<void> {
    const preference = 'layout.css.prefers-color-scheme.content-override';
    await this.#send('script.evaluate', {
      expression: `Services.prefs.setIntPref('${preference}', ${scheme === 'dark' ? 0 : 1})`,
      target: { context: this.#chrome },
      awaitPromise: false,
    });
  }

  async #firstContext(scope: object): Promise<string> {
    const { contexts } = (await this.#send('browsingContext.getTree', scope)) as { contexts: { context: string }[] };
    return contexts[0]?.context ?? assert.fail('Firefox has a window');
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    await this.#send('browser.close', {});
    await ended;
    this.#socket.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }

  /** Activates the window of the page: keys press buttons only in the active window. */
  async #activate(): Promise<void> {
    const expression = 'void (Services.focus.activeWindow = window, gBrowser.selectedBrowser.focus())';
    await this.#send('script.evaluate', { expression, target: { context: this.#chrome }, awaitPromise: false });
  }

  async #send(method: string, params: object): Promise<unknown> {
    const id = ++this.#id;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return await waiting.promise;
  }

  #receive({ id, type, method, params, result, error, message }: Message): void {
    if (type === 'event') {
      if (method === 'network.beforeRequestSent') this.requested.push(params?.request?.url ?? '');
      else if (params?.level === 'error' || params?.level === 'warn') this.complaints.push(params.text ?? '');
      return;
    }
    const waiting = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (type === 'success') waiting?.resolve(result);
    else waiting?.reject(new Error(`${error}: ${message}`));
  }
}

/** Returns the address at which a starting Firefox listens. Reads all its messages, so that Firefox never waits for a reader. */
async function listening(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const said: string[] = [];
  createInterface(child.stderr ?? assert.fail('the messages of Firefox are piped')).on('line', (line) => {
    said.push(line);
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) resolve(address);
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`Firefox ended before it listened: ${said.join('\n')}`)));
  return await promise;
}
