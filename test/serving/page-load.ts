/** The requests of a browser for a page of the site, and the time at which it shows the page. */
import type { Page } from 'playwright-core';

/** Maximum size and number of requests of a page. Lighthouse considers ten times as much good. */
export const PAGE_BUDGET = { bytes: 60_000, requests: 6 } as const;

/** One load of a page. */
export interface PageLoad {
  /** Number of bytes of all responses as sent, including their heads, without the icon. */
  readonly bytes: number;
  /** Number of requests, including that for the page, without that for the icon. */
  readonly requests: number;
  readonly firstPaintMs: number;
  /** The cumulative layout shift after the page has arrived; 0 if nothing moves without the user. */
  readonly shift: number;
  /** The elements that moved. */
  readonly moved: readonly string[];
}

/**
 * Maximum layout shift of a page. On a busy machine a browser paints a page between two pieces of its HTML even after the page was parsed,
 * which caused shifts of up to 0.002. Web Vitals recommend improvements from 0.1.
 */
export const SHIFT_MAX = 0.01;

/** Measures the load of the open page after it is painted. Some frames after its scripts have run, nothing moves any more. */
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
