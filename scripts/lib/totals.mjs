import { playwrightFailures, vitestFailures } from './failures.mjs';

/**
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] each failed test with its reason, to be printed at the end
 */
/** @typedef {{ name: string } & Totals} Suite */

/**
 * Counts vitest's JSON report. A file that does not load is a failure, and so is a test that was left out: a suite is only
 * worth what it ran.
 * @param {any} report
 * @returns {Totals}
 */
export function vitestTotals(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + broken,
    failures: vitestFailures(report),
  };
}

/**
 * Counts Playwright's JSON report. A flaky test (it passed when repeated) and one that was left out have failed.
 * @param {any} report
 * @returns {Totals}
 */
export function playwrightTotals(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + skipped + report.errors.length,
    failures: playwrightFailures(report),
  };
}

/**
 * A suite's honest result: one that ended badly or ran nothing has at least one failure, whatever it reports.
 * @param {string} name
 * @param {number} exitCode
 * @param {Totals | null} totals null: no report was written
 * @returns {Suite}
 */
export function toSuite(name, exitCode, totals) {
  const { passed, failed, failures } = totals ?? { passed: 0, failed: 0 };
  const silent = failed === 0 && (exitCode !== 0 || passed === 0);
  return { name, passed, failed: silent ? 1 : failed, failures: failures ?? [] };
}

/** @param {readonly Totals[]} suites @returns {Required<Totals>} */
export function sum(suites) {
  const count = (/** @type {'passed' | 'failed'} */ outcome) =>
    suites.reduce((total, suite) => total + suite[outcome], 0);
  const failures = suites.flatMap((suite) => suite.failures ?? []);
  return { passed: count('passed'), failed: count('failed'), failures };
}

/** @param {Totals} totals */
export function sentence({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
