/** An open file that is sent in pieces, each read when the client has taken the previous one. The sender closes it. */
export interface FileBody {
  /** In bytes. */
  readonly length: number;
  /** Reads at most `bytesMax` bytes at `start`; none after the end. */
  read(start: number, bytesMax: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a file, with the file. */
export interface FilePart extends ByteRange {
  readonly file: FileBody;
}
