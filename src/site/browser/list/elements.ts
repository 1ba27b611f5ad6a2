/** The element of a page that a selector finds. @throws where it is missing or of another type */
export function elementIn<E extends Element>(root: ParentNode, selector: string, type: new () => E): E {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${selector}`);
}
