/** Without a DOM, for instance in a server that renders pages, this module can be imported but does nothing. */
const ElementBase: typeof HTMLElement = globalThis.HTMLElement ?? Object;

/** The properties of `<company-search>` that are attributes as well. */
export class AttributesElement extends ElementBase {
  /** The public address of the API. */
  get baseUrl(): string {
    const address = this.getAttribute('base-url');
    if (address !== null) return new URL(address, document.baseURI).href;
    // The site that serves this script sets the address in the first line of the script.
    return (import.meta as { apiBaseUrl?: string }).apiBaseUrl ?? '';
  }

  set baseUrl(address: string) {
    this.setAttribute('base-url', address);
  }

  get required(): boolean {
    return this.hasAttribute('required');
  }

  set required(isRequired: boolean) {
    this.toggleAttribute('required', isRequired);
  }

  /** Whether the user may choose the typed name instead of a listed company. */
  get allowUnlisted(): boolean {
    return this.hasAttribute('allow-unlisted');
  }

  set allowUnlisted(isAllowed: boolean) {
    this.toggleAttribute('allow-unlisted', isAllowed);
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled);
  }

  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  set name(name: string) {
    this.setAttribute('name', name);
  }
}
