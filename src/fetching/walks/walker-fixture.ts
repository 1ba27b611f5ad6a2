/** Walks a server in a process of its own, to be killed: `walker-fixture.ts BASE FOLDER TOP`. */
import { fetchWalk, HttpClient } from '../index.ts';
import { listWalk } from './walk-fixture.ts';

const [base = '', into = '', top = '0'] = process.argv.slice(2);
const limits = { walkGatherMs: 20, walkFileBytes: 4_000_000, firstWaitMs: 1 };
await using client = new HttpClient({ signal: new AbortController().signal, limits });
client.trust(base);
const { ended, status } = await fetchWalk(listWalk(base, Number(top)), { into, client });
process.stdout.write(JSON.stringify({ ended, status, rss: process.resourceUsage().maxRSS }));
