/** Rows as in the published files, and a function that writes files of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';

/** Writes a file as published and returns its path. */
export function published(t: TestContext, name: string, ...rows: string[]): string {
  const path = join(folder(t), name);
  writeFileSync(path, `\uFEFF${rows.join('\n')}\n`);
  return path;
}

export const NUMBER = '40990000017';
export const OTHER = '40990000021';
export const COMPANY_HEADER = 'regcode;name;type;type_text;closed';
export const company = (more: Partial<Record<'number' | 'name' | 'type' | 'closed', string>> = {}): string => {
  const { number = NUMBER, name = 'Paraugs', type = 'SIA', closed = ' ' } = more;
  return `${number};${name};${type};Forma;${closed}`;
};

export const OFFICER_HEADER =
  'at_legal_entity_registration_number;position;governing_body;name;birth_date;registered_on;uri;entity_type';
export const officer = (
  more: Partial<Record<'number' | 'position' | 'body' | 'name' | 'birth' | 'date', string>> = {},
) => {
  const { number = NUMBER, position = 'BOARD_MEMBER', body = '', name = 'Nekāds Jānis', birth = '', date = '' } = more;
  return `${number};${position};${body};${name};${birth};${date};;NATURAL_PERSON`;
};

export const REORGANISATION_HEADER = 'reorganization_type;source_entity_regcode;final_entity_regcode';
