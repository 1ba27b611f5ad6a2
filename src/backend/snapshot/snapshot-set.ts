import { NO_FILE, readSignature, type FileSignature, type OpenFile } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import { previousPath, verifyChecksum, type SnapshotReader } from '../../snapshot/index.ts';
import { BackendError, type DataVersion } from '../backend.ts';
import type { Eventually } from '../eventually.ts';
import { EarlierSnapshots } from './earlier-snapshots.ts';
import { checkFile, openKeptFor } from './first-check.ts';
import { OpenSnapshots } from './open-snapshots.ts';
import { close, holds, isBeingWritten, openAtRest, openFirst, openPrivate, openShared, openSound } from './opening.ts';
import type { SwapOptions } from './swap.ts';

/** Seconds after which a client should try again before the first snapshot is there. */
const RETRY_SECONDS = 5;

/** How often open files are checked for programs that wait to write into them, which the system makes wait for up to 45 seconds. */
const MAKE_ROOM_MS = 1000;

/**
 * The snapshot at a path, and earlier snapshots that cursors still need. `poll` notices another file at the path, or a link there that
 * leads to another file, and switches to that file. A file that cannot be served changes nothing.
 */
export class SnapshotSet {
  readonly #path: string;
  readonly #options: SwapOptions;
  readonly #shared: OpenSnapshots | undefined;
  readonly #closing = new AbortController();
  /** Undefined before the first snapshot, if `isAwaited`. */
  #current: SnapshotReader | undefined;
  #version: (DataVersion & { isCurrent: boolean }) | undefined;
  /** Why the file of `current` cannot be trusted any more: all requests fail until a sound file is opened. */
  #fault: string | undefined;
  #firstCheck: Promise<void> | undefined;
  readonly #earlier: EarlierSnapshots;
  readonly #makingRoom: NodeJS.Timeout;
  #room: Promise<void> | undefined;
  #served: FileSignature | undefined;
  #refused: FileSignature | undefined;
  #checking: { readonly file: FileSignature; readonly done: Promise<void> } | undefined;
  /** The snapshot that a build has kept beside the path, and its generation: opened only for its own cursors. */
  #kept: { readonly file: FileSignature; readonly generation: string | undefined } | undefined;
  #openingKept: Promise<void> | undefined;

  /** @throws {InputError} with the reason why the file is not a sound snapshot */
  constructor(path: string, options: SwapOptions) {
    this.#path = path;
    this.#options = options;
    this.#earlier = new EarlierSnapshots(options);
    this.#shared = options.openSnapshots && new OpenSnapshots(options.openSnapshots);
    if (options.isAwaited) this.#openAwaited(options.served, options.served !== undefined);
    else this.#begin(openFirst(path, options.served));
    // The other workers are about to leave the file that they serve.
    if (options.served !== undefined && this.#current?.lease.take() === false) this.#leave(this.#current, undefined);
    if (options.checksFirst === true && this.#current !== undefined)
      this.#firstCheck = this.#checkFirst(this.#current, this.#closing);
    this.#makingRoom = setInterval(() => {
      this.#room ??= this.#makeRoom().finally(() => (this.#room = undefined));
    }, MAKE_ROOM_MS).unref();
  }

  /**
   * The snapshot that is served now.
   * @throws {BackendError} before the first snapshot, or if the served file was changed in place or is damaged
   */
  get current(): SnapshotReader {
    if (this.#current === undefined)
      throw new BackendError('unavailable', `There is no snapshot "${this.#path}" yet`, {
        retryAfterSeconds: RETRY_SECONDS,
      });
    if (this.#fault !== undefined)
      throw new BackendError('unavailable', `The snapshot "${this.#path}" ${this.#fault}`, {
        publicReason: `the file of the data ${this.#fault}`,
      });
    return this.#current;
  }

  get version(): DataVersion | undefined {
    return this.#version;
  }

  /**
   * Switches to another snapshot at the path once its checksum is verified; closes earlier snapshots that no cursor needs. `isRetrying`
   * checks a refused file again. If the served file was changed in place, all requests fail until a sound file is there.
   */
  poll(isRetrying = false): Eventually<void> {
    if (this.#current === undefined) return this.#openAwaited(undefined, isRetrying);
    this.#earlier.closeExpired();
    this.#leaveChanged();
    const file = readSignature(this.#path);
    if (file === this.#checking?.file) return this.#checking.done;
    if (file === this.#served || (file === this.#refused && !isRetrying)) return undefined;
    if (isBeingWritten(this.#path)) return undefined;
    const done = this.#check(file);
    this.#checking = { file, done };
    return done;
  }

  /**
   * Finds the snapshot of a generation; undefined if it is not kept. Another process may serve a newer generation, or the one that a
   * build has kept beside the path: both files are checked and opened for a cursor. Another worker may have a snapshot open.
   */
  find(generation: string): Eventually<SnapshotReader | undefined> {
    if (this.#current === undefined) return this.current;
    return this.#opened(generation) ?? this.#findElsewhere(generation);
  }

  /** Notes that a cursor of a generation was issued: the snapshot is kept until that cursor has expired. */
  issued(generation: string): void {
    this.#earlier.issued(generation);
  }

  async close(): Promise<void> {
    clearInterval(this.#makingRoom);
    this.#closing.abort();
    await Promise.all([this.#firstCheck, this.#checking?.done, this.#openingKept, this.#room]);
    await Promise.all(this.#all().map((reader) => reader.close()));
  }

  #opened(generation: string): SnapshotReader | undefined {
    return generation === this.#version?.generation ? this.#current : this.#earlier.get(generation);
  }

  /** The snapshots that are open. */
  #all(): SnapshotReader[] {
    const current = this.#fault === undefined ? this.#current : undefined;
    return [...(current === undefined ? [] : [current]), ...this.#earlier.readers];
  }

  #begin(reader: SnapshotReader): void {
    this.#checking = undefined;
    this.#served = reader.file.signature;
    this.#current = reader;
    reader.lease.take();
    if (this.#version !== undefined) this.#version.isCurrent = false;
    this.#version = { generation: reader.metadata.generation, isCurrent: true };
    const file = { path: reader.file.path, signature: reader.file.signature };
    this.#options.onFile(file);
    this.#shared?.add(this.#version.generation, file);
  }

  /** Opens the first snapshot if there is one. A refused file is tried again if it has changed, or with `isRetrying`. */
  #openAwaited(served: OpenFile | undefined, isRetrying: boolean): void {
    const file = readSignature(this.#path);
    if (!isRetrying && (file === NO_FILE || file === this.#refused)) return;
    try {
      this.#begin(openFirst(this.#path, served));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#refused = file;
      if (file !== NO_FILE) this.#options.onSwap({ kind: 'refused', reason: error.message, isServing: false });
    }
  }

  async #check(file: FileSignature): Promise<void> {
    let fault: unknown;
    try {
      await verifyChecksum(this.#path, this.#closing.signal);
    } catch (error) {
      fault = error;
    }
    // Another check may have begun or ended while this one ran.
    if (this.#checking?.file !== file) return;
    this.#checking = undefined;
    if (this.#closing.signal.aborted) return;
    if (readSignature(this.#path) !== file) await this.poll();
    else if (fault === undefined) this.#open(file);
    else this.#refuse(file, fault);
  }

  #open(file: FileSignature): void {
    const started = performance.now();
    try {
      const reader = openAtRest(this.#path, file);
      if (reader !== undefined) this.#switchTo(reader, started);
    } catch (error) {
      this.#refuse(file, error);
    }
  }

  /** Opens the file that may hold the generation of a cursor, after the same check as any other file. */
  async #findElsewhere(generation: string): Promise<SnapshotReader | undefined> {
    const file = readSignature(this.#path);
    if (file !== this.#served && file !== this.#refused && holds(this.#path, generation)) await this.poll();
    this.#openShared(generation);
    // One check runs at a time. A request that waited for the check of another generation starts its own.
    for (let isChecked = false; !isChecked && this.#opened(generation) === undefined;) {
      isChecked = this.#openingKept === undefined;
      this.#openingKept ??= this.#openKept(generation).finally(() => (this.#openingKept = undefined));
      await this.#openingKept;
    }
    return this.#opened(generation);
  }

  #refuse(file: FileSignature, error: unknown): void {
    this.#refused = file;
    const reason = error instanceof InputError ? error.message : String(error);
    this.#options.onSwap({ kind: 'refused', reason, isServing: this.#fault === undefined });
  }

  #switchTo(reader: SnapshotReader, startedMs: number): void {
    const before = this.#current;
    const from = this.#version?.generation ?? '';
    const to = reader.metadata.generation;
    this.#leaveChanged();
    this.#begin(reader);
    // The new file holds the same data, or the previous file was changed in place: nothing is lost with the previous file.
    if (before !== undefined && (from === to || this.#fault !== undefined)) close(before);
    else if (before !== undefined) this.#earlier.keep(before);
    this.#earlier.close(to);
    if (from !== to) this.#options.onSwap({ kind: 'swapped', from, to, ms: performance.now() - startedMs });
    else if (this.#fault !== undefined) this.#options.onSwap({ kind: 'recovered', generation: to });
    this.#fault = undefined;
  }

  #openShared(generation: string): void {
    if (this.#shared === undefined || this.#options.generationsMax === 0) return;
    for (const file of this.#shared.listFiles(generation)) {
      if (this.#opened(generation) !== undefined) return;
      const reader = openShared(file, generation);
      if (reader === undefined) continue;
      this.#earlier.keep(reader);
      this.#shared.add(generation, reader.file);
    }
  }

  /** Stops reading files that another program has changed. */
  #leaveChanged(): void {
    for (const reader of this.#all()) if (reader.file.hasChanged) this.#leave(reader, undefined);
  }

  /** Stops reading files that another program waits to write into, and answers from copies, where there can be any. */
  async #makeRoom(): Promise<void> {
    for (const reader of this.#all()) {
      // It may have been closed while another one was copied.
      if (!this.#all().includes(reader)) continue;
      reader.lease.take();
      if (reader.lease.isWanted) this.#leave(reader, await openPrivate(reader));
    }
  }

  /** Closes a snapshot that cannot be read from its file any more. A copy takes its place. */
  #leave(reader: SnapshotReader, copy: SnapshotReader | undefined): void {
    const { generation } = reader.metadata;
    const isCurrent = reader === this.#current && this.#fault === undefined;
    // The snapshot may have been closed while it was copied.
    if (!isCurrent && this.#earlier.get(generation) !== reader) return close(copy);
    if (isCurrent && copy !== undefined) this.#begin(copy);
    else if (isCurrent) this.#withdraw('was written over');
    else if (copy !== undefined) this.#earlier.replace(copy);
    else this.#earlier.close(generation);
    close(reader);
    this.#options.onSwap({ kind: 'changed', generation, isCurrent, isCopied: copy !== undefined });
  }

  /** Stops answering from the current file, which must be closed. Any file at the path is checked again, even an unchanged one. */
  #withdraw(fault: string): void {
    this.#fault = fault;
    this.#served = undefined;
    if (this.#version !== undefined) this.#version.isCurrent = false;
  }

  /** Verifies the file that was opened at the start. If it is damaged, the one that a build kept is served, if there is a sound one. */
  async #checkFirst(first: SnapshotReader, { signal }: AbortController): Promise<void> {
    const isServed = (): boolean => this.#current === first && !signal.aborted;
    const reason = await checkFile(this.#path, first.file.signature, signal);
    if (reason === undefined || !isServed() || this.#fault !== undefined || this.#version === undefined) return;
    this.#withdraw('is damaged');
    this.#refused = first.file.signature;
    this.#options.onSwap({ kind: 'damaged', generation: this.#version.generation, reason });
    const started = performance.now();
    const kept = await openKeptFor(first, this.#path, isServed, signal);
    if (kept !== undefined && isServed()) this.#switchTo(kept, started);
    else close(kept);
    close(first);
  }

  async #openKept(generation: string): Promise<void> {
    if (this.#options.generationsMax === 0) return;
    const path = previousPath(this.#path);
    const file = readSignature(path);
    if (this.#kept?.file === file && this.#kept.generation !== generation) return;
    this.#kept = { file, generation: undefined };
    const reader = file === NO_FILE ? undefined : openSound(path);
    if (reader === undefined) return;
    if (reader.metadata.generation !== generation) {
      this.#kept = { file, generation: reader.metadata.generation };
      close(reader);
      return;
    }
    // If the file is damaged or gone, or the service stops, the cursors start again from the first page.
    const isSound = await verifyChecksum(path, this.#closing.signal).then(
      () => readSignature(path) === file && !this.#closing.signal.aborted,
      () => false,
    );
    // A damaged file is not checked again for every cursor.
    this.#kept = { file, generation: isSound ? generation : undefined };
    if (isSound) this.#earlier.keep(reader);
    else close(reader);
  }
}
