import { DOOR_COSTS, parameter, type DoorDeclaration, type OperationParameter } from '../../src/contract/index.ts';

/** Maximum length of a path below the folder of exports: a name, a format, a table and a country have some 80 characters. */
export const PATH_CHARS_MAX = 200;

export const NO_SUCH_FILE =
  'The newest export has no such file; "latest/datapackage.json" or "latest/SHA256SUMS" lists its files';

function field(name: string, description: string): OperationParameter {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

export const DATA = {
  name: 'data',
  letter: 'd',
  title: 'Bulk files',
  group: 'Data',
  summary: 'All data as files: tables, JSON lines, FollowTheMoney.',
  description:
    'The files of the newest export below `/data/latest/`, whole or in ranges. `datapackage.json` there lists them with columns, rows, bytes, licences and checksums. A broken download can be resumed with `Range` and `If-Range`: if a newer export replaced the file, the new file is sent whole. With `If-Match` the response is 412 instead.',
  version: '1.0.0',
  // Readers of Parquet request many small ranges.
  requests: 600,
  cost: `A request counts one, and one more for every ${DOOR_COSTS.fileBytesPerUnit / 2 ** 20} MB of the response, up to half of the limit.`,
  limits: { path: { characters_max: PATH_CHARS_MAX } },
  operations: [
    {
      id: 'getDataFile',
      method: 'GET',
      path: '/data/{file}',
      isRest: true,
      summary: 'Get a file',
      description:
        'A file of an export; compressed files stay compressed. `Range` takes one range of bytes; for several ranges, and any other value, the response is the whole file. The path of an export, such as `latest` or `latest/`, redirects to its first page. `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since` are evaluated in this order (RFC 9110, section 13.2.2).',
      parameters: [
        parameter(
          'path',
          'file',
          { type: 'string', minLength: 1, maxLength: PATH_CHARS_MAX },
          'The path of a file: `latest/` and a `path` in `latest/datapackage.json`; or the name of the export instead of `latest`.',
        ),
        field('Range', 'One range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-1024`.'),
        field('If-Range', 'The `ETag` of a partly downloaded file: the range is sent if the file is the same.'),
        field(
          'If-Match',
          'One or several `ETag` values: if another file replaced the expected one, the response is 412. So all ranges are of one file.',
        ),
        field(
          'If-Unmodified-Since',
          'A `Last-Modified` value: if a newer file replaced the expected one, the response is 412. `If-Match` is exact and takes precedence.',
        ),
      ],
      others: [
        {
          status: 302,
          description: 'The path of an export: `Location` is its `index.html`, else its `datapackage.json`.',
        },
        {
          status: 412,
          description: 'The file is not the one that `If-Match` or `If-Unmodified-Since` expects.',
          contentType: 'application/problem+json',
          schema: 'Problem',
        },
      ],
      isFile: true,
      problems: ['invalid_request', 'not_found', 'rate_limited', 'upstream_busy', 'upstream_unavailable'],
      example: '/data/latest/datapackage.json',
      missingExample: { target: '/data/latest/fi.txt', detail: NO_SUCH_FILE },
      invalidExample: {
        target: '/data/latest/datapackage.json',
        detail: 'The range "bytes=9000000-" begins behind the end of the file, which has 60214 bytes',
      },
    },
  ],
} as const satisfies DoorDeclaration;
