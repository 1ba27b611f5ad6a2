import type { Backend, Eventually } from '../backend/index.ts';
import type { Company } from '../contract/index.ts';
import type { OperationResult } from './operations.ts';

/** Returns the body of a result as a text. */
export function readText({ body }: OperationResult): string {
  return body.written().toString();
}

/** Parses the body of a result as the value that its schema describes. */
export async function parseResult<T>(result: Eventually<OperationResult>): Promise<T> {
  return JSON.parse(readText(await result)) as T;
}

/** Parses the resources in a list of a backend. */
export function parseList<T>(json: Uint8Array): T[] {
  return JSON.parse(`[${Buffer.from(json).toString()}]`) as T[];
}

/** Finds the company under an id; undefined if the id was never published. */
export async function findCompany(backend: Backend, id: string): Promise<Company | undefined> {
  const result = await backend.company(id);
  return result && (JSON.parse(Buffer.from(result.json).toString()) as Company);
}
