/**
 * Downloads of current files and crawls of interfaces. A broken download is resumed, and a file is replaced only after the new file
 * was checked.
 * @module
 */
export { currentFile, fetchFile, fetchPrepared, type FetchOptions, type FetchOutcome } from './fetch-file.ts';
export { findSources, lookUpWith, type Fetched } from './catalogues.ts';
export { readCredentials, type GivenCredentials } from './credentials.ts';
export { fetchPage } from './fetch-page.ts';
export { fetchPagedList } from './paged-list.ts';
export { probeCrawl, probeFile, probeList, type FirstBytes } from './first-bytes.ts';
export { HttpClient, RefusedError, type HttpClientOptions, type HttpRequest } from './http.ts';
export type { Limits } from './limits.ts';
export { RetryableError } from './retry.ts';
export { fetchCrawl, isResting, type CrawlOptions, type CrawlOutcome } from './crawls/fetch-crawl.ts';
export type { CrawlProgress } from './crawls/crawl-run.ts';
