import type { Operation } from './operations.ts';
import { OPERATIONS } from './operations.ts';
import { PROBLEMS, problemPath, type ProblemCode } from './problems.ts';
import type { Company, CompanyEnvelope, OfficerPage, Problem, SearchPage } from './schemas.ts';

/** The public addresses and the name of the data provider. */
export interface ServiceFacts {
  /** Public address of the API without a slash at its end. */
  readonly baseUrl: string;
  /** Public address of the site without a slash at its end. */
  readonly siteUrl: string;
  /** Named in the attribution. */
  readonly dataProvider: string;
  /** How to reach who runs the service: `mailto:` or the address of a page; absent where nobody said so. */
  readonly contact?: string | undefined;
}

/** The attribution text, shown wherever the data is displayed. */
export function attributionText(dataProvider: string): string {
  return `Powered by ${dataProvider}`;
}

// Every company and person here is invented.
const company: Company = {
  id: 'co_2v5k8m0q3s6t9w1x4y7za0bcde',
  object: 'company',
  lifecycle: { status: 'active' },
  name: 'Lumimarja Oy',
  country_code: 'FI',
  company_status: 'Registered',
  legal_form: 'Osakeyhtiö',
  as_of_date: '2026-11-20',
  classifications: [{ scheme: 'TOL 2008', code: '01250', label: 'Marjojen ja pähkinöiden viljely', is_primary: true }],
};

const identifiers: NonNullable<Company['identifiers']> = [
  { scheme: 'national_registry_number', value: '0000000-0', country_scope: 'FI' },
];

/** A successful answer of each operation. */
export function exampleAnswers(facts: ServiceFacts): {
  SearchPage: SearchPage;
  CompanyEnvelope: CompanyEnvelope;
  OfficerPage: OfficerPage;
} {
  const attribution = attributionText(facts.dataProvider);
  return {
    SearchPage: {
      object: 'list',
      query: 'lumimarja',
      countries: ['FI'],
      data: [company],
      next_cursor: null,
      attribution,
    },
    CompanyEnvelope: { data: { ...company, identifiers }, attribution },
    OfficerPage: {
      object: 'company_officer_list',
      requested_company_id: company.id,
      company_id: company.id,
      data: [
        {
          object: 'company_officer',
          name: 'Aino Esimerkki',
          roles: ['Toimitusjohtaja'],
          appointed_on: '2021-03-01',
          source: { system: 'Example register', observed_at: '2026-11-20T00:00:00Z' },
        },
      ],
      has_more: false,
      attribution,
    },
  };
}

/** The path and query of an operation's example request. */
export function exampleTarget(operation: Operation): string {
  let path = operation.path;
  const query: string[] = [];
  for (const { name, in: place, required, example } of operation.parameters) {
    if (place === 'path') path = path.replace(`{${name}}`, String(example));
    else if (required) query.push(`${name}=${example}`);
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** The request of a problem's example: the example request of the operation, made invalid where the code needs it. */
function wrongTarget(code: ProblemCode, operation: Operation): { target: string; detail: string } {
  const target = exampleTarget(operation);
  if (code === 'invalid_request' && operation.id !== 'searchCompanies') {
    const detail = 'Parameter "company_id" must have the format of a company ID (co_ and 26 characters), got "co_1"';
    return { target: target.replace(company.id, 'co_1'), detail };
  }
  if (code === 'invalid_request')
    return { target: target.replace('lumimarja', 'ko'), detail: PROBLEMS[code].exampleDetail };
  return { target, detail: PROBLEMS[code].exampleDetail };
}

/** An example of a problem. Without an operation, it is one of the first operation that has the problem. */
export function exampleProblem(
  facts: ServiceFacts,
  code: ProblemCode,
  operation: Operation | undefined = OPERATIONS.find(({ problems }) => problems.includes(code)),
): Problem {
  const { status, title, retryable, exampleDetail } = PROBLEMS[code];
  const { target, detail } = operation ? wrongTarget(code, operation) : { target: '', detail: exampleDetail };
  return {
    type: facts.siteUrl + problemPath(code),
    title,
    status,
    detail,
    instance: facts.baseUrl + target,
    request_id: 'req_4h7j0k3m6n9p2q5r8s1tvwxyz0',
    code,
    retryable,
  };
}
