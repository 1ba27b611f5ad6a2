/** Parts that the supervisor needs once a worker serves. Loaded earlier, they would delay the first worker. */
export { OpenedFile } from '../../files/index.ts';
export { backoffMs } from '../../model/index.ts';
