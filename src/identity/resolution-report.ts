import type { ClusteringReport } from './clustering/clusterer.ts';

/** Counts for the report of a build. */
export interface ResolutionReport extends ClusteringReport {
  lines: number;
  companies: number;
  /** Lines that add to a register that does not have their company; they are in no company. */
  unattached: number;
  /** Previous companies that turned out to be another one, and are redirected to it. */
  merged: number;
  /** Previous companies whose keys or identifiers several companies have now; one of these keeps the id. */
  divided: number;
  /** Previous active companies that no line names any more. */
  vanished: number;
  /** Tombstoned companies that are active again. */
  returned: number;
}

/** The report of a build that has done nothing yet. */
export function emptyReport(): ResolutionReport {
  return {
    lines: 0,
    companies: 0,
    unattached: 0,
    leisShared: 0,
    numbersShared: 0,
    numbersCeded: 0,
    idsWithSeveralKeys: 0,
    merged: 0,
    divided: 0,
    vanished: 0,
    returned: 0,
  };
}
