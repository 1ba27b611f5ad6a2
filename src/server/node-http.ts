import type http from 'node:http';

/**
 * The parts of `node:http` in use. An import would read every export and load the HTTP client too, which takes a tenth of the start time.
 */
export const { STATUS_CODES, Server } = process.getBuiltinModule('node:http');
export type Server = http.Server;
