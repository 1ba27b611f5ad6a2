export function firstByKey<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap(([first]) => first ?? []);
}
