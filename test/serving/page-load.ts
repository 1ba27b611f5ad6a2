/** The requests of a browser for a page of the site, and when it shows the page. */
import type { Page } from 'playwright-core';

/** What every page may take. Lighthouse calls pages of ten times as much good. */
export const PAGE_BUDGET = { bytes: 60_000, requests: 6 } as const;

/** One load of a page. */
export interface PageLoad {
  /** Bytes of all responses as they were sent, with their heads; without the icon. */
  readonly bytes: number;
  /** Requests, that of the page itself included, that of the icon not. */
  readonly requests: number;
  readonly firstPaintMs: number;
  /** The cumulative layout shift after the page has arrived: 0 where nothing moves without the user. */
  readonly shift: number;
  /** The elements that moved. */
  readonly moved: readonly string[];
}

/**
 * A page may move by less than this. On a busy machine a browser paints a page between two pieces of its HTML even after it was
 * parsed, which was seen to count up to 0.002. From 0.1 on, Web Vitals call it worth mending.
 */
export const SHIFT_MAX = 0.01;

/** Reads what the page that is open has taken, when it is painted. Nothing moves later by itself: some frames after its scripts have run, it is settled. */
export async function pageLoad(page: Page): Promise<PageLoad> {
  return (await page.evaluate(`(async () => {
    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
    await new Promise((painted) => new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) painted();
    }).observe({ type: 'paint', buffered: true }));
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    // Browsers request the icon when they like, and not in every run.
    const resources = performance.getEntriesByType('resource').filter(({ name }) => !/icon\\.(svg|ico|png)$/.test(name));
    const loads = [...performance.getEntriesByType('navigation'), ...resources];
    // While a page still arrives, a browser may paint it between two pieces. What counts is what moves afterwards: by scripts.
    const [{ domInteractive }] = performance.getEntriesByType('navigation');
    const late = shifts.filter(({ startTime }) => startTime > domInteractive);
    const moved = late.flatMap(({ sources = [] }) => sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node?.nodeName)));
    return {
      bytes: loads.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: loads.length,
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      shift: late.reduce((sum, { value }) => sum + value, 0),
      moved,
    };
  })()`)) as PageLoad;
}
