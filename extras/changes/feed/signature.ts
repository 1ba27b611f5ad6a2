import { sign, verify, type KeyObject } from 'node:crypto';
import { signedBytes, type ChangesEnd } from './format.ts';

/** A key that signs, and its id. */
export interface ChangesSigner {
  readonly id: string;
  readonly privateKey: KeyObject;
}

/** The line that ends the events of a change file; signed where there is a key. */
export function endOf(events: number, digest: string, signer: ChangesSigner | undefined): ChangesEnd {
  const end = { event: 'end', events, digest } as const;
  if (signer === undefined) return end;
  const signature = sign(null, signedBytes(digest, signer.id), signer.privateKey).toString('base64url');
  return { ...end, key: signer.id, signature };
}

/** Whether a key signed a change file. */
export function isSignedBy({ digest, key, signature }: ChangesEnd, id: string, publicKey: KeyObject): boolean {
  if (key !== id || signature === undefined) return false;
  return verify(null, signedBytes(digest, id), publicKey, Buffer.from(signature, 'base64url'));
}
