import type { Answered, Published } from './crawled-register.ts';

/**
 * Returns the newest response about each company. On the same day, a page that lists the company outweighs a response that it does not
 * exist.
 */
export function findNewest(
  responses: ReadonlyMap<string, Answered>,
): Map<string, { day: string; company: Published | undefined }> {
  const newest = new Map<string, { day: string; company: Published | undefined }>();
  const tell = (key: string, day: string, company: Published | undefined): void => {
    const before = newest.get(key);
    if (before === undefined || before.day < day || (before.day === day && before.company === undefined))
      newest.set(key, { day, company });
  };
  for (const [request, { day, companies }] of responses) {
    if (companies === undefined) tell(request.slice('company:'.length), day, undefined);
    for (const company of companies ?? []) tell(company.key, day, company);
  }
  return newest;
}
