/** How the two registers call themselves. */
export const REGISTERS = ['RejP', 'RejS'];

/** The field that strikes a company off: the register has no word for its state. */
export const STRUCK_OFF = 'wykreslenia';

/** The classification of activities; which edition a code is of, 2007 or 2025, no extract says. */
export const PKD = 'PKD';

export const CODES = { rejestr: REGISTERS } as const;
