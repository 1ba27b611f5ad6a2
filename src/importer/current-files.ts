/** The sources of the current files; or, if an account of a person is necessary, how to get it. */
export type CurrentFiles =
  | readonly Source[]
  | ((lookUp: LookUp) => Promise<readonly Source[]>)
  | { readonly account: string };

/** The source of one file in the folder of the register. */
export type Source = Download | PagedList | KeptFile | PreparedFile;

interface NamedFile {
  /** The name on disk, without a folder, the same in every run. */
  readonly name: string;
  /** The maximum size if it is more than 1 GiB: about three times the published one. */
  readonly bytesMax?: number;
}

/**
 * A download by HTTP or FTP. `{NAME}` in the address is a placeholder for a setting of {@linkcode ServerDeclaration.credentials};
 * messages and records show the placeholder.
 */
export interface Download extends NamedFile {
  readonly url: string;
  /** The `Accept` field, for servers that require one. */
  readonly accept?: string;
  /** The size in the catalogue. */
  readonly bytes?: number;
}

/**
 * A list that a server sends page by page, in JSON. It is stored as NDJSON with unchanged records. The next run within a day resumes a
 * crawl that broke off.
 *
 * Placeholders in `url` and `form`: `{limit}` is the number of records per page, `{offset}` the number of received records, `{page}` the
 * number of the page, from 1, and `{after}` the end of the previous page. On the first page `{after}` is empty, and query fields that
 * consist of it are removed.
 */
export interface PagedList extends NamedFile {
  readonly url: string;
  /** The fields of a form, which make the request a POST. A SPARQL query is the field `query`. */
  readonly form?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** The path of the list in a response, such as `results.bindings`; empty if the response is the list. */
  readonly records: string;
  readonly limit: number;
  /**
   * How the next page is requested: by the number of records, until a page is empty; by the number of the page, until a page has fewer
   * than `limit` records; by a member of the response such as `meta.next`, until it is empty; or by a member of the last record that
   * the list is sorted by, until a page is empty.
   */
  readonly next: 'offset' | 'page' | { readonly answer: string } | { readonly record: string };
  /** Where a response states the number of all records. The crawl ends exactly there. */
  readonly total?: { readonly header: string } | { readonly answer: string };
  /** The minimum interval between two requests, in milliseconds. */
  readonly intervalMs?: number;
  /** The address names an edition, so its content never changes. It is crawled once. */
  readonly unchanging?: boolean;
}

/** A file that a server makes on request. It never changes, so it is downloaded once. */
export interface PreparedFile extends NamedFile {
  /** The address that makes the file. The response is JSON. */
  readonly url: string;
  /** The address of the file in the response. @throws {FieldFault} where it has none */
  address(answer: unknown): string;
}

/** A file that the catalogue does not offer at present. The one of an earlier run is used, and the reason is reported. */
export interface KeptFile {
  readonly name: string;
  /** The reason, as a clause: "the catalogue has no address of the officials". */
  readonly kept: string;
}

/** The lookups of {@linkcode CurrentFiles}. Each throws if the server does not send a readable response. */
export interface LookUp {
  /** A page as text. */
  page(url: string, accept?: string): Promise<string>;
  /** The resources of a CKAN data set. @param url the address of `package_show` */
  ckan(url: string): Promise<readonly CatalogueFile[]>;
  /** The distributions of a data set in a DCAT catalogue, in JSON. */
  dcat(url: string): Promise<readonly CatalogueFile[]>;
  /** The objects of an S3 bucket whose keys begin with `prefix`, sorted by key; `name` is the key. */
  s3(bucket: string, prefix: string): Promise<readonly CatalogueFile[]>;
  /** The files of a folder on an FTP server: `ftp://{USER}:{PASSWORD}@where.the/folder/`. */
  ftp(folder: string): Promise<readonly CatalogueFile[]>;
}

/** A file in a catalogue. Nothing is checked: a catalogue may be old or wrong. */
export interface CatalogueFile {
  /** The name or title; empty if the catalogue has neither. */
  readonly name: string;
  readonly url?: string;
  readonly bytes?: number;
}

/** Settings for the servers of a register, if the defaults do not work. */
export interface ServerDeclaration {
  /** The `User-Agent`, for servers that accept only some. */
  readonly userAgent?: string;
  /** CA certificates (PEM) that Node does not know or a server does not send. Only this register trusts them. */
  readonly certificates?: readonly string[];
  readonly credentials?: Credentials;
}

/** Credentials from settings: `API_KEY` of the register `dk-cvr` is `OPENFIRMA_DK_CVR_API_KEY`. */
export interface Credentials {
  /** The ends of the names of the settings, in capitals. `{API_KEY}` in an address is a placeholder for the value. */
  readonly settings: readonly string[];
  /** How an operator gets them, as a clause: "register a client at …". */
  readonly how: string;
  /**
   * OAuth 2.0 client credentials from the settings `CLIENT_ID` and `CLIENT_SECRET`. `token` is the address of the token endpoint;
   * requests below `api` have the token.
   */
  readonly oauth?: { readonly token: string; readonly api: string };
  /**
   * A login that is not OAuth: `json` is posted to `url`, with settings in its values (`{PASSWORD}`). The response has the token at the
   * path `token` (`data.jwt`); requests below `api` have it.
   */
  readonly login?: {
    readonly url: string;
    readonly json: Readonly<Record<string, string>>;
    readonly token: string;
    readonly api: string;
  };
}
