import { Socket, type SocketConstructorOpts } from 'node:net';

/** The buffer of this thread, for as many bytes as Node reads at once. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);
/** On Windows the system may fill the buffer of one connection while the bytes of another are in use. */
const IS_SHARABLE = process.platform !== 'win32';

/**
 * Reads an accepted connection into a buffer that all connections of the thread use. Node would allocate 64 KB for each read, which the
 * garbage collection frees. Its option `onread` avoids that, but a server cannot set it: so another socket takes over the handle of the
 * accepted one, as Node's own `child_process` does with connections that it receives. If this Node has no such handle, the accepted socket is
 * read as a stream.
 *
 * @param onBytes receives bytes that are valid only during the call
 * @returns the socket to use; when it closes, the accepted one is destroyed, so that the server counts its connections as before
 */
export function readAccepted(accepted: Socket, onBytes: (bytes: Buffer) => void): Socket {
  const { _handle: handle } = accepted as { _handle?: object | null };
  if (handle === undefined || handle === null || !IS_SHARABLE) return accepted.on('data', onBytes);
  Object.assign(accepted, { _handle: null });
  const callback = (length: number): true => {
    onBytes(buffer.subarray(0, length));
    return true;
  };
  const options = { handle, allowHalfOpen: true, onread: { buffer, callback } };
  return new Socket(options as SocketConstructorOpts).once('close', () => accepted.destroy());
}
