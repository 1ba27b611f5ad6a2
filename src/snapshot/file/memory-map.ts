/**
 * Maps files into memory by the calls of the operating system: Node has no function for that.
 * @module
 */
import { promisify } from 'node:util';
import koffi from 'koffi';
import { InputError } from '../../model/index.ts';

/** A file in memory, read-only, until it is removed. Its pages are those of the page cache, which all processes share. */
export interface MemoryMap {
  /** Returns bytes `start` to `start + length` without a copy. They must not be used after `remove`. */
  bytes(start: number, length: number): ArrayBuffer;
  /** Takes the pages that were read out of the memory of the process; the next access to a page brings it back. */
  release(): void;
  /** Removes the mapping, in another thread: that takes milliseconds for a large file. */
  remove(): Promise<void>;
}

/**
 * Maps the first bytes of an open file, at least one.
 * @param path the path of the file, which Windows needs; elsewhere the file may have been renamed
 * @throws {InputError} if the system refuses
 */
export function mapFile(descriptor: number, path: string, bytes: number): MemoryMap {
  const { address, ...map } = (process.platform === 'win32' ? windows : posix)()(descriptor, path, bytes);
  return { ...map, bytes: (start, length) => koffi.view(address + BigInt(start), length) };
}

interface Mapping extends Omit<MemoryMap, 'bytes'> {
  readonly address: bigint;
}

type Mapper = (descriptor: number, path: string, bytes: number) => Mapping;

/** `PROT_READ`, `MAP_SHARED` and `MADV_DONTNEED` have the same values on Linux, macOS and the BSDs. */
const PROT_READ = 1;
const MAP_SHARED = 1;
const MADV_DONTNEED = 4;
/** `MAP_FAILED`, -1 as an address. */
const MAP_FAILED = 2n ** 64n - 1n;

const posix = once((): Mapper => {
  const library = koffi.load(null);
  const mmap = library.func('void *mmap(void *, size_t, int, int, int, int64_t)');
  const madvise = library.func('int madvise(void *, size_t, int)');
  const munmap = library.func('int munmap(void *, size_t)');
  return (descriptor, path, bytes) => {
    const address = mmap(null, bytes, PROT_READ, MAP_SHARED, descriptor, 0) as bigint;
    if (address === MAP_FAILED) throw refusal(path, ` (error ${koffi.errno()})`);
    return {
      address,
      release: () => void madvise(address, bytes, MADV_DONTNEED),
      remove: async () => void (await promisify(munmap.async)(address, bytes)),
    };
  };
});

/** `GENERIC_READ`, all three kinds of sharing, `OPEN_EXISTING`, `PAGE_READONLY` and `FILE_MAP_READ` of Windows. */
const GENERIC_READ = 0x80000000;
const SHARE_ALL = 7;
const OPEN_EXISTING = 3;
const PAGE_READONLY = 2;
const FILE_MAP_READ = 4;
/** `INVALID_HANDLE_VALUE`, -1 as an address. */
const INVALID_HANDLE = MAP_FAILED;

const windows = once((): Mapper => {
  const library = koffi.load('kernel32.dll');
  const createFile = library.func(
    'void *__stdcall CreateFileW(str16, uint32_t, uint32_t, void *, uint32_t, uint32_t, void *)',
  );
  const createMapping = library.func(
    'void *__stdcall CreateFileMappingW(void *, void *, uint32_t, uint32_t, uint32_t, str16)',
  );
  const mapView = library.func('void *__stdcall MapViewOfFile(void *, uint32_t, uint32_t, uint32_t, size_t)');
  const unmapView = library.func('int __stdcall UnmapViewOfFile(void *)');
  const closeHandle = library.func('int __stdcall CloseHandle(void *)');
  return (_, path, bytes) => {
    const file = createFile(path, GENERIC_READ, SHARE_ALL, null, OPEN_EXISTING, 0, null) as bigint;
    if (file === INVALID_HANDLE) throw refusal(path);
    // The view keeps the mapping and the file open.
    const mapping = createMapping(file, null, PAGE_READONLY, 0, 0, null) as bigint | null;
    const address = mapping === null ? null : (mapView(mapping, FILE_MAP_READ, 0, 0, bytes) as bigint | null);
    if (mapping !== null) closeHandle(mapping);
    closeHandle(file);
    if (address === null) throw refusal(path);
    return {
      address,
      // Windows takes pages out by itself when memory becomes scarce.
      release: () => undefined,
      remove: async () => void (await promisify(unmapView.async)(address)),
    };
  };
});

function refusal(path: string, code = ''): InputError {
  const question = 'does a limit of address space (ulimit -v) or of mappings apply to this process?';
  return new InputError(`Cannot map the snapshot "${path}" into memory: the system refuses it${code}; ${question}`);
}

/** Returns a function that calls `make` once: libraries are opened at the first mapping. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
