/** A property that a page set before the script defined the element hides that of the class: sets it again. */
export function applyEarlyProperties(element: HTMLElement, names: readonly string[]): void {
  for (const name of names.filter((one) => Object.hasOwn(element, one))) {
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}
