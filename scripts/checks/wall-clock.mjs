import { reviewed } from '../lib/reviewed.mjs';
import { isCode, isTest, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

const product = /^server\/src\/(?!simulation\/)/;
/** A wall clock that is compared, or from which a moment is taken; `new Date(now() - …)` makes a moment of its own. */
const compared =
  /(?<!performance\.)(?<!new Date\()\b(?:Date\.)?now\(\)\s*(?:[-<>]|>=|<=)|[<>]=?\s*(?!performance)(?:[\w.]+\.)?now\(\)|-\s*(?!performance)(?:[\w.]+\.)?now\(\)/;
/** The parameter of a file whose tests pass another clock is monotonic by default. */
const monotonicParameter = /\bnow\b.*=\s*\(\) => performance\.now\(\)/;

/**
 * Durations are measured by the monotonic clock (`platform/clock.ts`): a wall clock that was set back five minutes kept
 * campaigns waiting for as long. A file that compares the wall clock says in `scripts/reviewed.json` what it is compared with,
 * and how often it does so.
 * @returns {Promise<Verdict>}
 */
export async function wallClock() {
  const files = (await sourceFiles()).filter((file) => product.test(file) && isCode(file) && !isTest(file));
  const counts = new Map(files.map((file) => [file, comparisons(readSource(file))]));
  return { problems: judgeWallClock(counts, reviewed.wallClock) };
}

/** @param {string} source @returns {number} */
export const comparisons = (source) =>
  monotonicParameter.test(source) ? 0 : source.split('\n').filter((line) => compared.test(line)).length;

/**
 * @param {ReadonlyMap<string, number>} counts of each file
 * @param {Record<string, { times: number, with: string }>} allowances
 * @returns {string[]}
 */
export function judgeWallClock(counts, allowances) {
  const files = new Set([...counts.keys(), ...Object.keys(allowances)]);
  return [...files].flatMap((file) => {
    const [times, expected] = [counts.get(file) ?? 0, allowances[file]?.times ?? 0];
    if (times === expected) return [];
    return [
      `${file} compares the wall clock ${times} times, and ${expected} were reviewed: a duration needs clock.monotonic(); a stored moment goes into scripts/reviewed.json`,
    ];
  });
}
