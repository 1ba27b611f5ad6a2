/** Counts for the report of a build. */
export class ResolutionReport {
  lines = 0;
  companies = 0;
  /** Number of lines that add to a register in which their company is missing. They are in no company. */
  unattached = 0;
  /** Number of LEIs that several companies carry. These LEIs join nothing. */
  leisShared = 0;
  /** Number of registry numbers that several companies carry. These numbers join nothing. */
  numbersShared = 0;
  /** Number of registry numbers that funds or branches also carry. These numbers join only the lines of the company. */
  numbersCeded = 0;
  /** Number of ids whose lines have different keys of one register. The lines are joined anyway: an id is one company. */
  idsWithSeveralKeys = 0;
  /** Number of previous companies that turned out to be the same as another company and are redirected to it. */
  merged = 0;
  /** Number of previous companies whose keys or identifiers now belong to several companies. One of these keeps the id. */
  divided = 0;
  /** Number of previously current companies that no line describes any more. */
  vanished = 0;
  /** Number of tombstoned companies that are active again. */
  returned = 0;
}
