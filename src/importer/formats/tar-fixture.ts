const BLOCK_BYTES = 512;

/** Pads with zeros up to the next block. */
function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))]);
}

/** Builds one member of a tar for tests, header and content. The default type `0` is a file. */
export function createTarMember(name: string, content: string | Buffer, type = '0'): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0'.repeat(2), 108);
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  // While the checksum is computed, its own field has blanks.
  header.write(`${' '.repeat(8)}${type}`, 148);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, padded(bytes)]);
}

/** Builds a tar of small files for tests. */
export function createTar(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return closedTar(...Object.entries(files).map(([name, text]) => createTarMember(name, text)));
}

/** Joins members and adds the two blocks of zeros that end a tar. */
export function closedTar(...members: readonly Buffer[]): Buffer {
  return Buffer.concat([...members, Buffer.alloc(2 * BLOCK_BYTES)]);
}
