import type { StoreServer } from './address.ts';
import type { StoreFault } from './faults.ts';

/** How many hash slots a cluster divides its keys into. */
export const SLOTS = 16_384;
const PORT_MAX = 65_535;

/** The servers that take writes, and which slots each has. */
export type SlotRanges = readonly { readonly server: StoreServer; readonly first: number; readonly last: number }[];

/** CRC-16/XMODEM of each byte. */
const CRC = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  return crc;
});

/** The slot of a key of ASCII without braces. */
export function slotOf(key: string): number {
  let crc = 0;
  for (let i = 0; i < key.length; i++)
    crc = ((crc << 8) ^ (CRC[((crc >> 8) ^ key.charCodeAt(i)) & 0xff] ?? 0)) & 0xffff;
  return crc % SLOTS;
}

/** Reads the reply of CLUSTER SLOTS. A server that does not know its own address has that at which it was asked. */
export function readSlotRanges(reply: unknown, asked: StoreServer): SlotRanges {
  if (!Array.isArray(reply)) return [];
  return reply.flatMap((range: unknown) => {
    const [first, last, master] = Array.isArray(range) ? (range as unknown[]) : [];
    const [host, port] = Array.isArray(master) ? (master as unknown[]) : [];
    if (!isWithin(first, 0, SLOTS - 1) || !isWithin(last, first, SLOTS - 1) || !isWithin(port, 1, PORT_MAX)) return [];
    const isKnown = typeof host === 'string' && host !== '' && host !== '?';
    return [{ server: { host: isKnown ? host : asked.host, port }, first, last }];
  });
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

/** The server that an error `MOVED 3999 127.0.0.1:6381` or `ASK …` names; its host may be empty, for that of the server that was asked. */
export function serverOfRedirection({ message }: StoreFault, asked: StoreServer): StoreServer | undefined {
  const [, host = '', port] = /^(?:MOVED|ASK) \d+ (.*):(\d+)\s*$/.exec(message) ?? [];
  return port === undefined ? undefined : { host: host === '' ? asked.host : host, port: Number(port) };
}
