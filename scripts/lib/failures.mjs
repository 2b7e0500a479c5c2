/** Lines of a reason that are printed: the assertion and where it stands, not the whole difference. */
const reasonLines = 12;

// Colours of a terminal would be noise in a log.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/**
 * @param {string} title
 * @param {string | undefined} reason
 * @returns {string}
 */
function failure(title, reason) {
  const lines = (reason ?? '').replaceAll(colours, '').trim().split('\n').slice(0, reasonLines);
  return [title, ...lines.filter((line) => line !== '')].join('\n');
}

/**
 * Tests of vitest's JSON report that did not pass, and files that did not load.
 * @param {any} report
 * @returns {string[]}
 */
export function vitestFailures(report) {
  return report.testResults.flatMap((/** @type {any} */ file) => {
    const notPassed = file.assertionResults.filter((/** @type {any} */ test) => test.status !== 'passed');
    const broken = file.status === 'failed' && !notPassed.some((/** @type {any} */ test) => test.status === 'failed');
    return [
      ...notPassed.map((/** @type {any} */ test) =>
        failure(`${file.name} › ${test.fullName} (${test.status})`, test.failureMessages[0]),
      ),
      ...(broken ? [failure(`${file.name} (did not load, or failed before or after its tests)`, file.message)] : []),
    ];
  });
}

/**
 * Tests of Playwright's JSON report that did not pass at the first try, and errors outside tests.
 * @param {any} report
 * @returns {string[]}
 */
export function playwrightFailures(report) {
  return [
    ...report.suites.flatMap(suiteFailures),
    ...report.errors.map((/** @type {any} */ error) => failure(error.message, undefined)),
  ];
}

/** @param {any} suite @returns {string[]} */
function suiteFailures(suite) {
  const ownFailures = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status !== 'expected')
      .map((/** @type {any} */ test) =>
        failure(
          `${suite.file} › ${spec.title} (${test.status})`,
          test.results.flatMap((/** @type {any} */ result) => result.errors)[0]?.message,
        ),
      ),
  );
  return [...ownFailures, ...(suite.suites ?? []).flatMap(suiteFailures)];
}
