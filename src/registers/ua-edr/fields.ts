import { words } from '../../importer/declaration.ts';

/** Texts of elements stand under `$`. */
const texts = (names: string): string[] => words(names).map((name) => `${name}.$`);

/** Elements that may be empty, or hold no text themselves, in every file. */
export const TAKEN = texts('RECORD NAME SHORT_NAME OPF EDRPOU STAN REGISTRATION SIGNERS.SIGNER MEMBERS.MEMBER');

/** Founders and owners are no officers; liquidators are named without a word about the end of their office. */
export const IGNORED = words(`
  AUTHORIZED_CAPITAL.* FOUNDING_DOCUMENT_NUM.* PURPOSE.* SUPERIOR_MANAGEMENT.* STATUTE.* MANAGING_PAPER.* TERMINATED_INFO.*
  TERMINATION_CANCEL_INFO.* TERMINATION_STARTED_INFO.* BANKRUPTCY_READJUSTMENT_INFO.* EXCHANGE_DATA.* EXECUTIVE_POWER.*
  BRANCHES.* PREDECESSORS.* ASSIGNEES.* FOUNDERS.* BENEFICIARIES.*
`);
