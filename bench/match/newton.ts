/** A choice among several, of which each is known by its features, or of none of them. */
export interface Choice {
  readonly choices: readonly (readonly number[])[];
  /** Which one was chosen; -1 none. */
  readonly chosen: number;
}

const STEPS_MAX = 60;
/** Steps become shorter than this. */
const PRECISION = 1e-6;
/** The first steps are not taken whole: they would lead too far. */
const CAREFUL_STEPS = 4;
/** Keeps weights small that the questions hardly need. */
const PENALTY = 1e-4;

/** The weights of a conditional logit model with a choice of none, by Newton's method. */
export function descendedTo(questions: readonly Choice[], size: number): number[] {
  const weights = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS_MAX; step++) {
    const { slope, curve } = derivatives(questions, weights);
    const change = solved(curve, slope).map((value) => (step < CAREFUL_STEPS ? 0.7 : 1) * value);
    for (const [i, value] of change.entries()) weights[i] = (weights[i] ?? 0) + value;
    if (Math.max(...change.map(Math.abs)) < PRECISION) break;
  }
  return weights;
}

function derivatives(questions: readonly Choice[], weights: readonly number[]) {
  const { length: size } = weights;
  const slope = weights.map((weight) => -PENALTY * questions.length * weight);
  const curve = weights.map((_, a) => weights.map((__, b) => (a === b ? PENALTY * questions.length : 0)));
  for (const { choices, chosen } of questions) {
    const odds = choices.map((features) => Math.exp(dot(features, weights)));
    const total = 1 + odds.reduce((sum, one) => sum + one, 0);
    const mean = Array.from({ length: size }, () => 0);
    for (const [i, features] of choices.entries()) {
      const part = (odds[i] ?? 0) / total;
      for (let a = 0; a < size; a++) {
        const feature = features[a] ?? 0;
        mean[a] = (mean[a] ?? 0) + part * feature;
        slope[a] = (slope[a] ?? 0) + ((i === chosen ? 1 : 0) - part) * feature;
        addTo(curve[a], features, part * feature);
      }
    }
    for (let a = 0; a < size; a++) addTo(curve[a], mean, -(mean[a] ?? 0));
  }
  return { slope, curve };
}

/** The solution of linear equations, by elimination. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i] ?? 0) > Math.abs(best[i] ?? 0) ? row : best));
    const at = rows.indexOf(pivot);
    [rows[i], rows[at]] = [pivot, rows[i] ?? []];
    for (const row of rows) if (row !== pivot) addTo(row, pivot, -(row[i] ?? 0) / (pivot[i] ?? 1));
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}

function addTo(row: number[] | undefined, other: readonly number[], factor: number): void {
  if (row !== undefined) for (const [i, value] of other.entries()) row[i] = (row[i] ?? 0) + factor * value;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
