import { DOOR_COSTS, type DoorDeclaration } from '../../src/contract/index.ts';

/** The bounds of a request for a file. */
export const DATA_LIMITS = {
  /** The longest path below the folder of exports: a name, a format, a table and a country have some 80 characters. */
  pathCharsMax: 200,
} as const;

/** Whole exports: the files that `openfirma export` writes. */
export const DATA = {
  name: 'data',
  letter: 'd',
  title: 'Bulk files',
  summary: 'Everything that is served as files: tables, JSON lines, FollowTheMoney.',
  description:
    'The files of the newest export below `/data/latest/`, whole or in ranges. `datapackage.json` there lists them with columns, rows, bytes, licences and checksums. A download that broke off can be resumed with `Range` and `If-Range`: where another export has taken the place, the new file is sent whole. With `If-Match` it is refused with 412 instead.',
  version: '1.0.0',
  // A reader of Parquet asks for many small ranges.
  requests: 600,
  cost: `A request counts one, and one more for every ${DOOR_COSTS.fileBytesPerUnit / 2 ** 20} MB of a file that it gets, up to half of the limit.`,
  limits: { path: { characters_max: DATA_LIMITS.pathCharsMax } },
  operations: [
    {
      id: 'getDataFile',
      method: 'GET',
      path: '/data/{file}',
      isRest: true,
      summary: 'Get a file',
      description:
        'A file as the export has it; one that is compressed stays so. `Range` takes one range of bytes; several at once, and anything else, are answered with the whole file. An export without a file, such as `latest` or `latest/`, leads to where it begins. `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since` are evaluated in this order (RFC 9110, section 13.2.2).',
      parameters: [
        {
          name: 'file',
          in: 'path',
          required: true,
          description:
            'The path of a file: `latest/`, and what `latest/datapackage.json` has as `path`; or the name of the export instead of `latest`.',
          schema: { type: 'string', minLength: 1, maxLength: DATA_LIMITS.pathCharsMax },
        },
        {
          name: 'Range',
          in: 'header',
          required: false,
          description: 'One range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-1024`.',
          schema: { type: 'string' },
        },
        {
          name: 'If-Range',
          in: 'header',
          required: false,
          description:
            'The `ETag` of the file of which a part is at hand: the range is sent where it is the same file.',
          schema: { type: 'string' },
        },
        {
          name: 'If-Match',
          in: 'header',
          required: false,
          description:
            'The `ETag` of the file that is meant, or several: where another one has taken its place, the answer is 412. Reads of many ranges are of one file so.',
          schema: { type: 'string' },
        },
        {
          name: 'If-Unmodified-Since',
          in: 'header',
          required: false,
          description:
            'The `Last-Modified` of the file that is meant: where a newer one has taken its place, the answer is 412. `If-Match` is exact and wins.',
          schema: { type: 'string' },
        },
      ],
      others: [
        {
          status: 302,
          description: 'An export without a file: `Location` is its `index.html`, else its `datapackage.json`.',
        },
        {
          status: 412,
          description: 'Another file has taken the place of the one that `If-Match` or `If-Unmodified-Since` means.',
          contentType: 'application/problem+json',
          schema: 'Problem',
        },
      ],
      isFile: true,
      problems: ['invalid_request', 'not_found', 'rate_limited', 'upstream_busy', 'upstream_unavailable'],
      example: '/data/latest/datapackage.json',
      invalidExample: {
        target: '/data/latest/datapackage.json',
        detail: 'The range "bytes=9000000-" begins behind the end of the file, which has 60214 bytes',
      },
    },
  ],
} as const satisfies DoorDeclaration;
