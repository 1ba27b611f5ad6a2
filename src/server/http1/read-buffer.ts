import { Socket, type SocketConstructorOpts } from 'node:net';

/** The buffer of this thread, for as many bytes as Node reads at once. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);
/** On Windows the system may fill the buffer of one connection while the bytes of another are in use. */
const IS_SHARABLE = process.platform !== 'win32';

type Handled = Socket & { readonly _handle?: object | null };

/**
 * Reads an accepted connection into a buffer that all connections of the thread use. Node would allocate 64 KB for each read, which the
 * garbage collection frees. Its option `onread` avoids that, but a server cannot set it: so another socket takes over the handle of the
 * accepted one, as Node's own `child_process` does with connections that it receives. Where that fails, the accepted one is read as a stream.
 *
 * @param onBytes receives bytes that are valid only during the call
 * @returns the socket to use; when it closes, the accepted one is destroyed, so that the server counts its connections as before
 */
export function readAccepted(accepted: Socket, onBytes: (bytes: Buffer) => void): Socket {
  const { _handle: handle } = accepted as Handled;
  const callback = (length: number): true => {
    onBytes(buffer.subarray(0, length));
    return true;
  };
  const options = { handle: IS_SHARABLE ? handle : undefined, allowHalfOpen: true, onread: { buffer, callback } };
  const socket: Handled = new Socket(options as SocketConstructorOpts);
  const { _handle: taken } = socket;
  if (taken !== handle || taken === null || taken === undefined) return accepted.on('data', onBytes);
  Object.assign(accepted, { _handle: null });
  return socket.once('close', () => accepted.destroy());
}
