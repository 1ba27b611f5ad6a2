import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client, FTPError, type FTPContext, type FTPResponse } from 'basic-ftp';
import { InputError, quoteValue } from '../../model/index.ts';
import { AddressError } from '../addresses.ts';
import type { HttpClient } from '../http.ts';
import { RetryableError, connectionFault } from '../retry.ts';

const FTP_PORT = 21;

/** The interval of keep-alive probes: routers forget idle connections within minutes. */
const KEEP_ALIVE_MS = 60_000;

/** The server refused the user or the password (RFC 959, section 4.2). */
const NOT_LOGGED_IN = 530;

/** Replies from this code on are final. */
const PERMANENT = 500;

/**
 * Logs in to the server of an address and returns the result of `use`. A final refusal is an {@linkcode InputError}, every other
 * fault is retryable.
 */
export async function atServer<T>(
  url: string,
  http: HttpClient,
  signal: AbortSignal,
  use: (ftp: Client, path: string) => Promise<T>,
): Promise<T> {
  const { hostname, port, username, password, pathname } = new URL(http.filled(url));
  const ftp = new Client(http.limits.silenceMs);
  // Only for lists; `append` opens the connection of a file.
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
    // It is idle during the download of a file, for hours.
    ftp.ftp.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    return await use(ftp, decodeURIComponent(pathname));
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error, url, http);
  } finally {
    signal.removeEventListener('abort', stop);
    ftp.close();
  }
}

function faultOf(error: unknown, url: string, http: HttpClient): Error {
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
 * Opens the data connection to the host of the control connection. The host in the reply is ignored: servers behind a router name
 * an unreachable one, and a server must not choose other hosts.
 */
export async function openData(
  ftp: FTPContext,
  signal: AbortSignal,
): Promise<{ readonly data: Socket; readonly reply: FTPResponse }> {
  const { remoteAddress: host, remoteFamily: family } = ftp.socket;
  if (host === undefined) throw new RetryableError('the server closed the connection');
  const reply = await ftp.request(family === 'IPv6' ? 'EPSV' : 'PASV');
  const port = family === 'IPv6' ? extendedPort(reply.message) : passivePort(reply.message);
  if (port === undefined) throw new RetryableError(`the reply has no port: ${reply.message}`);
  const socket = connect({ host, port, signal });
  const silence = `the server sent nothing for ${ftp.timeout / 1000} seconds`;
  socket.on('timeout', () => socket.destroy(new Error(silence))).setTimeout(ftp.timeout);
  await once(socket, 'connect');
  return { data: socket, reply };
}

/** The port in `227 Entering Passive Mode (h1,h2,h3,h4,p1,p2)` (RFC 959, section 4.1.2). */
function passivePort(message: string): number | undefined {
  const [, high, low] = /(?<![\d,])(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})(?!\d)/.exec(message) ?? [];
  return portOf(Number(high) * 256 + Number(low));
}

/** The port in `229 Entering Extended Passive Mode (|||6446|)` (RFC 2428). */
function extendedPort(message: string): number | undefined {
  return portOf(Number(/\(\|\|\|(\d{1,5})\|\)/.exec(message)?.[1]));
}

function portOf(port: number): number | undefined {
  return port > 0 && port < 65_536 ? port : undefined;
}
