import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client, FTPError, type FTPContext, type FTPResponse } from 'basic-ftp';
import { present, type CatalogueFile, type FetchedFile } from '../../importer/index.ts';
import { InputError, counted, quoteValue } from '../../model/index.ts';
import { AddressError } from '../addresses.ts';
import type { HttpClient } from '../http.ts';
import type { Attempt, PartialDownload } from '../partial-download.ts';
import { RetryableError, connectionFault } from '../retry.ts';

const FTP_PORT = 21;

/** Interval of keep-alive probes: routers forget idle connections within minutes. */
const KEEP_ALIVE_MS = 60_000;

/** The reply code for a refused user or password (RFC 959, section 4.2). */
const NOT_LOGGED_IN = 530;

/** Reply codes from this one upwards are final refusals. */
const PERMANENT = 500;

/**
 * Tries once to download a file by FTP. Returns undefined if the file on disk has the same length and date. A broken download is resumed
 * (`REST`) if length and date are unchanged.
 * @throws {RetryableError} if the connection breaks; the received bytes are kept
 */
export function fetchFtpOnce(attempt: Attempt): Promise<FetchedFile | undefined> {
  const { url, bytesMax, partial, current, client, signal } = attempt;
  return atServer(url, client, signal, async (ftp, path) => {
    const total = await ftp.size(path);
    const modified = await fetchModified(ftp, path);
    if (current?.bytes === total && current.last_modified === modified) return undefined;
    if (total > bytesMax) {
      await partial.discard();
      const reason = `the server announces ${counted(total, 'byte')}; its declaration allows ${bytesMax} (bytesMax)`;
      throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`);
    }
    const validator = `${total} ${modified ?? ''}`;
    const begun = await partial.resumable(url);
    const start = begun?.validator === validator && begun.bytes <= total ? begun.bytes : 0;
    if (start === 0) await partial.start(url, validator, total);
    if (start < total) await append(ftp, path, attempt, start, total);
    const fetched_at = new Date().toISOString();
    return present<FetchedFile>({ url, fetched_at, bytes: total, is_length_stated: true, last_modified: modified });
  });
}

/** Lists the files of a folder on an FTP server. Their addresses keep the placeholders in `folder` and have no secrets. */
export function ftpFiles(folder: string, client: HttpClient): Promise<CatalogueFile[]> {
  return client.retry(folder, client.limits.pageMs, (attempt) =>
    atServer(folder, client, attempt, async (ftp, path) => {
      const files = (await ftp.list(path)).filter(({ isFile }) => isFile);
      const base = folder.replace(/\/?$/, '/');
      return files.map(({ name, size: bytes }) => ({ name, url: `${base}${encodeURIComponent(name)}`, bytes }));
    }),
  );
}

/** Returns the date of a file in the format of HTTP; undefined if the server does not send it. */
async function fetchModified(ftp: Client, path: string): Promise<string | undefined> {
  try {
    return (await ftp.lastMod(path)).toUTCString();
  } catch (error) {
    if (error instanceof FTPError) return undefined;
    throw error;
  }
}

/**
 * Appends the rest of a file. The file is complete when all bytes have arrived. The final reply is not awaited, because some servers
 * send no final reply, or report success for a part.
 */
async function append(ftp: Client, path: string, attempt: Attempt, start: number, total: number): Promise<void> {
  const { partial, signal, onProgress } = attempt;
  const { data } = await openData(ftp.ftp, signal);
  using _ = { [Symbol.dispose]: () => void data.destroy() };
  if (start > 0) await restart(ftp, start, partial);
  await ftp.ftp.request(`RETR ${path}`);
  await partial.append(data as AsyncIterable<Buffer>, start, total, onProgress, async (bytes) => {
    // The server ignored `REST` and started at the first byte.
    if (bytes > total) await partial.restart(`the server sent more than the ${counted(total, 'byte')} it announced`);
  });
}

/** Requests the file from byte `start` on. If the server does not support this, the next attempt requests the whole file. */
async function restart(ftp: Client, start: number, partial: PartialDownload): Promise<void> {
  try {
    await ftp.send(`REST ${start}`);
  } catch (error) {
    if (error instanceof FTPError) await partial.restart(`the server cannot resume the download: ${error.message}`);
    throw error;
  }
}

/**
 * Logs in to the server of an address and returns the result of `use`. A final refusal throws an {@linkcode InputError}, every other
 * fault a retryable error.
 */
async function atServer<T>(
  url: string,
  http: HttpClient,
  signal: AbortSignal,
  use: (ftp: Client, path: string) => Promise<T>,
): Promise<T> {
  const { hostname, port, username, password, pathname } = new URL(http.filled(url));
  const ftp = new Client(http.limits.idleTimeoutMs);
  // Used only for listings; `append` opens the data connection for a file itself.
  ftp.prepareTransfer = async (context) => {
    const { data, reply } = await openData(context, signal);
    context.dataSocket = data;
    return reply;
  };
  const stop = (): void => ftp.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await ftp.access({
      host: await http.addressOf(hostname.replaceAll(/[[\]]/g, '')),
      port: port === '' ? FTP_PORT : Number(port),
      user: username === '' ? 'anonymous' : decodeURIComponent(username),
      password: password === '' ? 'guest' : decodeURIComponent(password),
    });
    // The control connection is idle while a file is downloaded, possibly for hours.
    ftp.ftp.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    return await use(ftp, decodeURIComponent(pathname));
  } catch (error) {
    signal.throwIfAborted();
    throw toFetchError(error, url, http);
  } finally {
    signal.removeEventListener('abort', stop);
    ftp.close();
  }
}

function toFetchError(error: unknown, url: string, http: HttpClient): Error {
  if (error instanceof InputError || error instanceof RetryableError) return error;
  const refused = (reason: string): InputError =>
    new InputError(`Cannot download ${quoteValue(url)}: ${reason}`, { cause: error });
  if (error instanceof AddressError) return refused(error.message);
  if (!(error instanceof FTPError)) return connectionFault(error);
  const reason = `the server answered ${error.message}`;
  if (error.code === NOT_LOGGED_IN) return refused(`${reason}${http.credentialHint}`);
  return error.code >= PERMANENT ? refused(reason) : new RetryableError(reason, { cause: error });
}

/**
 * Opens the data connection to the host of the control connection. The host in the reply is ignored: servers behind a router send an
 * unreachable host, and a server must not choose another host.
 */
async function openData(
  ftp: FTPContext,
  signal: AbortSignal,
): Promise<{ readonly data: Socket; readonly reply: FTPResponse }> {
  const { remoteAddress: host, remoteFamily: family } = ftp.socket;
  if (host === undefined) throw new RetryableError('the server closed the connection');
  const isExtended = family === 'IPv6';
  const reply = await ftp.request(isExtended ? 'EPSV' : 'PASV');
  const port = parsePort(reply.message, isExtended);
  if (port === undefined) throw new RetryableError(`the reply has no port: ${reply.message}`);
  const socket = connect({ host, port, signal });
  const idleReason = `the server sent nothing for ${counted(ftp.timeout / 1000, 'second')}`;
  socket.on('timeout', () => socket.destroy(new Error(idleReason))).setTimeout(ftp.timeout);
  await once(socket, 'connect');
  return { data: socket, reply };
}

/**
 * Returns the port in `227 Entering Passive Mode (h1,h2,h3,h4,p1,p2)` (RFC 959, section 4.1.2), or in the extended form
 * `229 Entering Extended Passive Mode (|||6446|)` (RFC 2428).
 */
function parsePort(message: string, isExtended: boolean): number | undefined {
  const [, high, low] = /(?<![\d,])(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})(?!\d)/.exec(message) ?? [];
  const extended = /\(\|\|\|(\d{1,5})\|\)/.exec(message)?.[1];
  const port = isExtended ? Number(extended) : Number(high) * 256 + Number(low);
  return port > 0 && port < 65_536 ? port : undefined;
}
