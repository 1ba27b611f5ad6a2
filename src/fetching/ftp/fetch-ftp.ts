import { FTPError, type Client } from 'basic-ftp';
import { present, type CatalogueFile, type Download, type FetchedFile } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import type { HttpClient } from '../http.ts';
import type { PartialDownload, Receiving } from '../partial-download.ts';
import { atServer, openData } from './ftp-session.ts';

/**
 * One attempt to download a file by FTP; undefined if the one on disk has the same length and date. A broken download is resumed
 * (`REST`) while length and date are unchanged.
 * @throws {RetryableError} where the connection breaks; the received bytes are kept
 */
export function fetchFtpOnce(
  { url, bytesMax }: Download,
  partial: PartialDownload,
  current: FetchedFile | undefined,
  { client, signal, onProgress }: Pick<Receiving, 'client' | 'signal' | 'onProgress'>,
): Promise<FetchedFile | undefined> {
  return atServer(url, client, signal, async (ftp, path) => {
    const total = await ftp.size(path);
    const modified = await modifiedOf(ftp, path);
    if (current?.bytes === total && current.last_modified === modified) return undefined;
    const allowed = bytesMax ?? client.limits.fileBytes;
    if (total > allowed) {
      await partial.discard();
      const reason = `the server announces ${total} bytes; its declaration allows ${allowed} (bytesMax)`;
      throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`);
    }
    const validator = `${total} ${modified ?? ''}`;
    const begun = await partial.resumable(url);
    const start = begun?.validator === validator && begun.bytes <= total ? begun.bytes : 0;
    if (start === 0) await partial.start(url, validator, total);
    if (start < total) await append(ftp, path, partial, { start, total, signal, onProgress });
    return {
      url,
      fetched_at: new Date().toISOString(),
      bytes: total,
      is_length_stated: true,
      ...(modified === undefined ? {} : { last_modified: modified }),
    };
  });
}

/** The files of a folder on an FTP server. Their addresses have the placeholders of the folder, not its secrets. */
export function ftpFiles(folder: string, client: HttpClient): Promise<CatalogueFile[]> {
  return client.retry(folder, client.limits.pageMs, (attempt) =>
    atServer(folder, client, attempt, async (ftp, path) => {
      const files = await ftp.list(path);
      return files
        .filter(({ isFile }) => isFile)
        .map(({ name, size, modifiedAt }) =>
          present<CatalogueFile>({
            name,
            url: `${folder.replace(/\/?$/, '/')}${encodeURIComponent(name)}`,
            bytes: size,
            modified: modifiedAt?.toISOString(),
          }),
        );
    }),
  );
}

/** The date of a file in the format of HTTP; undefined if the server does not send it. */
async function modifiedOf(ftp: Client, path: string): Promise<string | undefined> {
  try {
    return (await ftp.lastMod(path)).toUTCString();
  } catch (error) {
    if (error instanceof FTPError) return undefined;
    throw error;
  }
}

interface Appending extends Pick<Receiving, 'signal' | 'onProgress'> {
  readonly start: number;
  readonly total: number;
}

/**
 * Appends the rest of a file. It is complete when all bytes have arrived: the final reply is not awaited, because some servers
 * send none, or report a part as the whole.
 */
async function append(
  ftp: Client,
  path: string,
  partial: PartialDownload,
  { start, total, signal, onProgress }: Appending,
): Promise<void> {
  const { data } = await openData(ftp.ftp, signal);
  using _ = { [Symbol.dispose]: () => void data.destroy() };
  if (start > 0) await restart(ftp, start, partial);
  await ftp.ftp.request(`RETR ${path}`);
  await partial.append(data as AsyncIterable<Buffer>, start, total, onProgress, async (bytes) => {
    // The server ignored `REST` and started at the first byte.
    if (bytes > total) await partial.restart(`the server sent more than the ${total} bytes it announced`);
  });
}

/** Requests the file from a byte on. If the server cannot, the next attempt requests the whole file. */
async function restart(ftp: Client, start: number, partial: PartialDownload): Promise<void> {
  try {
    await ftp.send(`REST ${start}`);
  } catch (error) {
    if (error instanceof FTPError) await partial.restart(`the server cannot resume the download: ${error.message}`);
    throw error;
  }
}
