import { requirePackages } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import type * as Ftp from './fetch-ftp.ts';

/** Loads the client of FTP. @throws {InputError} if its package is not installed */
export async function loadFtp(url: string): Promise<typeof Ftp> {
  requirePackages(['basic-ftp'], (reason) => new InputError(`Cannot download ${quoteValue(url)}: ${reason}`));
  return await import('./fetch-ftp.ts');
}
