/** Counts for the report of a build. */
export class ResolutionReport {
  lines = 0;
  companies = 0;
  /** Lines that add to a register without their company; they are in no company. */
  unattached = 0;
  /** LEIs that several companies carry; they join nothing. */
  leisShared = 0;
  /** Registry numbers that several companies carry; they join nothing. */
  numbersShared = 0;
  /** Registry numbers that funds or branches carry, too; they join only the company. */
  numbersCeded = 0;
  /** Ids whose lines have different keys of one register. The lines are joined: an id is one company. */
  idsWithSeveralKeys = 0;
  /** Previous companies that turned out to be another one, and are redirected to it. */
  merged = 0;
  /** Previous companies whose keys or identifiers several companies have now; one of these keeps the id. */
  divided = 0;
  /** Previous active companies that no line names any more. */
  vanished = 0;
  /** Tombstoned companies that are active again. */
  returned = 0;
}
