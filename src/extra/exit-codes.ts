/** Every exit code of every command. docs/commands.md has the same table. */
export const EXIT_CODES = {
  0: 'Done. `serve`: stopped by SIGTERM or SIGINT, and all requests were answered.',
  1: 'Failed or interrupted; one line on standard error says why. Existing files are unchanged.',
  2: 'The command line is wrong: an unknown command or option, a missing or malformed argument.',
  3: '`doctor` and `probe`: at least one warning, and no error. `changes`: watched companies changed.',
  4: '`doctor` and `probe`: at least one error.',
} as const;

export const EXIT_FAILED = 1;
export const EXIT_MISUSED = 2;
export const EXIT_FOUND = 3;

export const EXIT_HELP = `
Exit status:
${Object.entries(EXIT_CODES)
  .map(([code, meaning]) => `  ${code}  ${meaning.replaceAll('`', '')}`)
  .join('\n')}
`;
