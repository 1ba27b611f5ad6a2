import { signatureFault, signatureOf, type PublicKeys, type SigningKey } from '../keys.ts';
import type { ChangesEnd } from './format.ts';

/** The signed bytes. Their version does not change with the format: the digest covers the version of the file. */
function signedBytes(digest: string, key: string): Buffer {
  return Buffer.from(`openfirma-changes 1\ndigest ${digest}\nkey ${key}\n`);
}

/** The line that ends the visible events of a change file; signed if there is a key. */
export function endOf(events: number, digest: string, signer: SigningKey | undefined): ChangesEnd {
  const end = { event: 'end', events, digest } as const;
  if (signer === undefined) return end;
  return { ...end, key: signer.id, signature: signatureOf(signedBytes(digest, signer.id), signer) };
}

/** Why none of the keys has signed a change file; undefined for a valid signature. */
export function endFault(end: ChangesEnd, keys: PublicKeys): string | undefined {
  return signatureFault(signedBytes(end.digest, end.key ?? ''), end, keys);
}
