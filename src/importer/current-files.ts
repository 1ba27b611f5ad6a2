/**
 * Where the current files come from: sources, whose addresses a function may have to look up; or an account of a person,
 * with one sentence that says what to do.
 */
export type CurrentFiles =
  | readonly Source[]
  | ((lookUp: LookUp) => Promise<readonly Source[]>)
  | { readonly account: string };

/** One file in the folder of the register, and how it is had. */
export type Source = Download | PagedList | KeptFile | PreparedFile;

interface NamedFile {
  /** The name it is kept under, without a folder, the same every time; `files` tells by it what a full file is. */
  readonly name: string;
  /** The longest file that is accepted, about three times what is published, where it is more than 1 GiB. */
  readonly bytesMax?: number;
}

/**
 * A file to download, by HTTP or by FTP. `{NAME}` in the address stands for a setting of {@linkcode ServerDeclaration.credentials}; messages
 * and records show it in this form.
 */
export interface Download extends NamedFile {
  readonly url: string;
  /** The `Accept` field of the request, where the server insists on one. */
  readonly accept?: string;
  /** What the catalogue says about the bytes of the file, where it does. */
  readonly bytes?: number;
  readonly checksum?: { readonly algorithm: 'md5' | 'sha1' | 'sha256'; readonly hex: string };
}

/**
 * A list that a server gives page by page, in JSON. It is kept as NDJSON, one record a line as the server gave it. A crawl
 * that broke off is resumed by the next run within a day; the file gets its name when the crawl has ended.
 *
 * In `url` and `form`, `{limit}` stands for the records to ask for, `{offset}` for the records that were received, `{page}` for
 * the number of the page, from 1, and `{after}` for where the page before ended; on the first page `{after}` is empty, and a query field that is it alone is left
 * out.
 */
export interface PagedList extends NamedFile {
  readonly url: string;
  /** The fields of a form; the request is then a POST. A SPARQL query is the field `query`. */
  readonly form?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** Where the list of records is in an answer, as `results.bindings`; empty where the answer is the list. */
  readonly records: string;
  readonly limit: number;
  /**
   * What leads to the next page: the count of records so far, until a page is empty; the number of the page, where all but the
   * last have `limit` records; a member of the answer such as
   * `meta.next`, until it is empty; or a member of the last record that the list is sorted by, until a page is empty.
   */
  readonly next: 'offset' | 'page' | { readonly answer: string } | { readonly record: string };
  /** Where an answer says how many records there are in all; the crawl ends with them, and not before. */
  readonly total?: { readonly header: string } | { readonly answer: string };
  /** How many milliseconds lie at least between two requests. */
  readonly intervalMs?: number;
  /** What this address gives never changes, because it names an edition. It is not crawled again. */
  readonly unchanging?: boolean;
}

/** A file that a server makes when it is asked to, and that no longer changes: it is had once. */
export interface PreparedFile extends NamedFile {
  /** The address that makes the file ready, and answers with JSON. */
  readonly url: string;
  /** Where the file is, by that answer. @throws {FieldFault} where it does not say so */
  address(answer: unknown): string;
}

/** A file that the catalogue does not offer at present. The one of an earlier run is used, and the operator is told why. */
export interface KeptFile {
  readonly name: string;
  /** Why, as a clause: "the catalogue has no address of the officials". */
  readonly kept: string;
}

/** What {@linkcode CurrentFiles} looks addresses up with. Each throws where the server does not give a readable answer. */
export interface LookUp {
  /** A page as text. */
  page(url: string, accept?: string): Promise<string>;
  /** The resources of one CKAN data set: the address of `package_show`. */
  ckan(url: string): Promise<readonly CatalogueFile[]>;
  /** The distributions of one data set of a DCAT catalogue, in JSON. */
  dcat(url: string): Promise<readonly CatalogueFile[]>;
  /** The objects of an S3 bucket whose keys begin with `prefix`, sorted by key; `name` is the key. */
  s3(bucket: string, prefix: string): Promise<readonly CatalogueFile[]>;
  /** The files of a folder at an FTP server: `ftp://{USER}:{PASSWORD}@where.the/folder/`. */
  ftp(folder: string): Promise<readonly CatalogueFile[]>;
}

/** A file as a catalogue describes it. Nothing of it is checked: a catalogue may be old, or wrong. */
export interface CatalogueFile {
  /** The name or title, empty where there is none. */
  readonly name: string;
  /** Absent where the catalogue has no address of the file. */
  readonly url?: string;
  readonly bytes?: number;
  /** When the file changed, as the catalogue says it. */
  readonly modified?: string;
}

/** How the servers of a register are asked, where the defaults do not do. */
export interface ServerDeclaration {
  /** What the client says it is, where a server admits some only. */
  readonly userAgent?: string;
  /**
   * CA certificates (PEM) that a server fails to send, or that Node does not know. They are trusted besides Node's, for this
   * register only.
   */
  readonly certificates?: readonly string[];
  /** What its servers ask for. */
  readonly credentials?: Credentials;
}

/** Credentials, which come from settings: `API_KEY` of the register `dk-cvr` is `OPENFIRMA_DK_CVR_API_KEY`. */
export interface Credentials {
  /** The settings by the end of their names, in capitals. `{API_KEY}` in an address stands for the value. */
  readonly settings: readonly string[];
  /** How an operator gets them, as a clause: "register a client at …". */
  readonly how: string;
  /**
   * OAuth 2.0 client credentials: the settings are `CLIENT_ID` and `CLIENT_SECRET`, `token` is the address that gives a token,
   * and every address that begins with `api` is asked with it.
   */
  readonly oauth?: { readonly token: string; readonly api: string };
  /**
   * A log-in of the server's own: `json` is posted to `url`, with settings in its values (`{PASSWORD}`), the answer has the token at
   * `token` (`token`, `data.jwt`), and every address that begins with `api` is asked with it.
   */
  readonly login?: {
    readonly url: string;
    readonly json: Readonly<Record<string, string>>;
    readonly token: string;
    readonly api: string;
  };
}
