import type { Answered, Published } from './crawled-register.ts';

/** The newest answer about each company; a company that a page of the same day has is there. */
export function newestOf(
  answers: ReadonlyMap<string, Answered>,
): Map<string, { day: string; company: Published | undefined }> {
  const newest = new Map<string, { day: string; company: Published | undefined }>();
  const tell = (key: string, day: string, company: Published | undefined): void => {
    const before = newest.get(key);
    if (before === undefined || before.day < day || (before.day === day && before.company === undefined))
      newest.set(key, { day, company });
  };
  for (const [question, { day, companies }] of answers) {
    if (companies === undefined) tell(question.slice('company:'.length), day, undefined);
    for (const company of companies ?? []) tell(company.key, day, company);
  }
  return newest;
}
