import type { Backend, Eventually } from '../backend/index.ts';
import type { Company } from '../contract/index.ts';
import type { OperationResult } from './operations.ts';

/** The body of a result. */
export function textOf({ body }: OperationResult): string {
  return body.written().toString();
}

/** The body of a result as the value that its schema describes. */
export async function parseResult<T>(result: Eventually<OperationResult>): Promise<T> {
  return JSON.parse(textOf(await result)) as T;
}

/** The resources in the list of a backend. */
export function parseList<T>(json: Uint8Array): T[] {
  return JSON.parse(`[${Buffer.from(json).toString()}]`) as T[];
}

/** The company under an id; undefined where the id was never published. */
export async function findCompany(backend: Backend, id: string): Promise<Company | undefined> {
  const result = await backend.company(id);
  return result && (JSON.parse(Buffer.from(result.json).toString()) as Company);
}
