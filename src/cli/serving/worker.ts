import cluster from 'node:cluster';

/** What a worker is told before it starts. */
export interface StartOrder {
  readonly order: 'start';
  /** Its number, from 1, for the log. One that replaces another has the number of the other. */
  readonly worker: number;
  /** The file of the allowance that all workers share. */
  readonly allowance: string;
  /** What the first worker found out and all others must do alike. */
  readonly found: Found | undefined;
}

/** What the first worker finds out when it starts. */
export interface Found {
  readonly port: number;
  readonly snapshot: string;
  readonly logLevel: string;
  readonly shutdownSeconds: number;
}

/** What the supervisor tells a worker. */
export type Order = StartOrder | { readonly order: 'stop' };

/** What a worker tells the supervisor: that it can be told to start, and that it serves. */
export type Report = { readonly report: 'waiting' } | { readonly report: 'serving'; readonly found: Found };

/**
 * In a worker: waits for the order to start. In any other process: undefined at once. From here on a worker ignores
 * SIGINT, which a terminal sends to it as well as to the supervisor, and SIGHUP until it knows what to do with it.
 */
export async function receiveOrder(): Promise<StartOrder | undefined> {
  if (!cluster.isWorker) return undefined;
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  return await new Promise((resolve) => {
    process.on('message', (message: Order) => {
      if (message.order === 'start') resolve(message);
    });
    report({ report: 'waiting' });
  });
}

/** Tells the supervisor, where there is one. */
export function report(message: Report): void {
  if (cluster.isWorker) process.send?.(message);
}

/** Calls back once when this worker is to stop: the supervisor says so, or somebody sends it SIGTERM. */
export function onStopOrder(stop: () => void): void {
  let isStopping = false;
  const stopOnce = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  process.on('SIGTERM', stopOnce).on('message', (message: Order) => {
    if (message.order === 'stop') stopOnce();
  });
}
