/** An open file that is sent in pieces, each of which is read when the client has taken the previous one. The sender closes the file. */
export interface FileBody {
  readonly length: number;
  /** Reads at most `bytesMax` bytes at `start`; no bytes after the end. */
  read(start: number, bytesMax: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FilePart extends ByteRange {
  readonly file: FileBody;
}
