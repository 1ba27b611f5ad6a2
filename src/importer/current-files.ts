/** The sources of the current files, or how to get them if a personal account is necessary. */
export type CurrentFiles =
  | readonly Source[]
  | ((lookUp: LookUp) => Promise<readonly Source[]>)
  | { readonly account: string };

/** The source of one file in the folder of the register. */
export type Source = Download | PagedList | KeptFile | PreparedFile;

interface NamedFile {
  /** The file name on disk, without a folder, the same in every run. */
  readonly name: string;
  /** Maximum size in bytes, if more than 1 GiB: about three times the present size. */
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
  /** Size in bytes, as the catalogue states it. */
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
   * How the next page is requested: by the number of received records, until a page is empty; by the page number, until a page has fewer
   * than `limit` records; by a member of the response such as `meta.next`, until the member is empty; or by the member of the last
   * record by which the list is sorted, until a page is empty.
   */
  readonly next: 'offset' | 'page' | { readonly response: string } | { readonly record: string };
  /** Where a response states the total number of records. The crawl ends at exactly this number. */
  readonly total?: { readonly header: string } | { readonly response: string };
  /** Minimum interval between two requests, in milliseconds. */
  readonly intervalMs?: number;
  /** Set if the address names an edition, whose content never changes. It is crawled once. */
  readonly unchanging?: boolean;
}

/** A file that a server makes on request. It never changes, so it is downloaded once. */
export interface PreparedFile extends NamedFile {
  /** The address that is requested to make the file. The response is JSON. */
  readonly url: string;
  /** Returns the address of the file in the response. @throws {FieldFault} if the response has no address */
  address(response: unknown): string;
}

/** A file that the catalogue does not offer at present. The file of an earlier run is used, and the reason is reported. */
export interface KeptFile {
  readonly name: string;
  /** The reason, as a clause: "the catalogue has no address of the officials". */
  readonly kept: string;
}

/** The requests that find {@linkcode CurrentFiles}. Each function throws if the server does not send a readable response. */
export interface LookUp {
  /** Fetches a page as text. */
  page(url: string, accept?: string): Promise<string>;
  /** Fetches the resources of a CKAN data set. @param url the address of `package_show` */
  ckan(url: string): Promise<readonly CatalogueFile[]>;
  /** Fetches the distributions of a data set from a DCAT catalogue in JSON. */
  dcat(url: string): Promise<readonly CatalogueFile[]>;
  /** Lists the objects of an S3 bucket whose keys begin with `prefix`, sorted by key; `name` is the key. */
  s3(bucket: string, prefix: string): Promise<readonly CatalogueFile[]>;
  /** Lists the files of a folder on an FTP server: `ftp://{USER}:{PASSWORD}@where.the/folder/`. */
  ftp(folder: string): Promise<readonly CatalogueFile[]>;
}

/** A file in a catalogue. Nothing is checked: a catalogue may be old or wrong. */
export interface CatalogueFile {
  /** The name or title in the catalogue; empty if the catalogue states neither. */
  readonly name: string;
  readonly url?: string;
  readonly bytes?: number;
}

/** Settings for the servers of a register, if the defaults do not work. */
export interface ServerDeclaration {
  /** The `User-Agent` field, for servers that accept only certain values. */
  readonly userAgent?: string;
  /** CA certificates (PEM) that Node does not know or a server does not send. They are trusted only for this register. */
  readonly certificates?: readonly string[];
  readonly credentials?: Credentials;
}

/** Credentials from settings: `API_KEY` of the register `dk-cvr` is `OPENFIRMA_DK_CVR_API_KEY`. */
export interface Credentials {
  /** The suffixes of the setting names, in capitals. `{API_KEY}` in an address is a placeholder for the value. */
  readonly settings: readonly string[];
  /** How an operator gets the credentials, as a clause: "register a client at …". */
  readonly how: string;
  /**
   * OAuth 2.0 client credentials from the settings `CLIENT_ID` and `CLIENT_SECRET`. `token` is the address of the token endpoint;
   * requests to addresses below `api` carry the token.
   */
  readonly oauth?: { readonly token: string; readonly api: string };
  /**
   * A login that is not OAuth: `json` is posted to `url`, with settings in its values (`{PASSWORD}`). The response has the token at the
   * path `token` (`data.jwt`); requests to addresses below `api` carry the token.
   */
  readonly login?: {
    readonly url: string;
    readonly json: Readonly<Record<string, string>>;
    readonly token: string;
    readonly api: string;
  };
}
