import type { CompanyResult, OfficersResult, SearchResult } from '../../backend/index.ts';
import { attributionText } from '../../contract/index.ts';
import { binaryText, type Chunk } from '../chunks.ts';
import type { SearchParameters } from './parameters.ts';

/** Puts the bodies of answers together from what a backend gives. */
export class Bodies {
  /** The end of every body. */
  readonly #end: string;

  constructor(dataProvider: string) {
    this.#end = binaryText(`,"attribution":${JSON.stringify(attributionText(dataProvider))}}`);
  }

  page({ query, country }: SearchParameters, { json }: SearchResult, cursor: string | undefined): readonly Chunk[] {
    const countries = country === undefined ? '' : `"${country}"`;
    const opening = binaryText(`{"object":"list","query":${JSON.stringify(query)},"countries":[${countries}],"data":[`);
    return [opening, json, `],"next_cursor":${cursor === undefined ? 'null' : `"${cursor}"`}${this.#end}`];
  }

  company({ json }: CompanyResult): readonly Chunk[] {
    return ['{"data":', json, this.#end];
  }

  officers(id: string, { companyId, json, hasMore }: OfficersResult): readonly Chunk[] {
    const head = `{"object":"company_officer_list","requested_company_id":"${id}","company_id":"${companyId}","data":[`;
    return [head, json, `],"has_more":${hasMore}${this.#end}`];
  }
}
