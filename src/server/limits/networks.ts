/** A network whose clients have together used up its budget. */
export interface NetworkRefusal {
  readonly bits: number;
  /** Its bucket has the tokens of as many clients. */
  readonly clients: number;
  readonly missing: number;
}

/** Returns the keys of the /56 and the /48 of an IPv6 client, with the prefix of the client. They are no longer than the client. */
export function toNetworks(client: string): [home: string, site: string] {
  const colon = client.lastIndexOf(':');
  // The last group has no leading zeros; all but its last two digits are in the /56. A slash tells that from a client.
  const home = client.slice(0, Math.max(colon + 1, client.length - 2));
  return [`${home}/`, client.slice(0, colon)];
}
