/** Types for the part of yauzl 3 that this room uses. The package has no types, and the published types are for version 2. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    readonly fileName: string;
    readonly fileNameLength: number;
    readonly extraFieldLength: number;
    readonly fileCommentLength: number;
    readonly compressionMethod: number;
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    readonly crc32: number;
    isEncrypted(): boolean;
  }

  export interface ZipFile {
    eachEntry(): AsyncIterableIterator<Entry>;
    openReadStreamPromise(entry: Entry, options: { decodeFileData: false }): Promise<Readable>;
    close(): void;
  }

  export function openPromise(path: string, options: { autoClose: false }): Promise<ZipFile>;
}
