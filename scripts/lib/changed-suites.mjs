import { readChangedFiles } from './changed-files.mjs';
import { selectTests } from './select-tests.mjs';
import { readSource, sourceFiles } from './sources.mjs';
import { suitesOf } from './suites.mjs';

/** @typedef {import('./select-tests.mjs').Selection} Selection */

/**
 * The suites of `npm test -- --changed`, after a list of what they run and why.
 * @param {string} ref what to compare with; '' for the main branch
 * @returns {Promise<ReturnType<typeof suitesOf>>}
 * @throws when nothing has changed: no test would say anything about it
 */
export async function changedSuites(ref) {
  const { base, files: changedFiles } = await readChangedFiles(ref);
  if (changedFiles.length === 0)
    throw new Error(`Nothing differs from ${base}. npm test runs everything; --changed=HEAD~1 tests the last commit.`);
  const selection = selectTests({ changedFiles, files: await sourceFiles(), read: readSource });
  console.log([`${changedFiles.length} files differ from ${base}`, ...describeSelection(selection)].join('\n'));
  return suitesOf({
    units: selection.units.map(({ file }) => file),
    specs: selection.specs.map(({ file }) => file),
  });
}

/** @param {Selection} selection @returns {string[]} lines to be read before it runs */
export function describeSelection({ units, specs, leftOut }) {
  const list = (/** @type {string} */ name, /** @type {Selection['units']} */ choices) => [
    `${name}: ${choices.length === 0 ? 'no test is near the change' : `${choices.length} files`}`,
    ...choices.map(({ file, reason }) => `  ${file} (${reason})`),
  ];
  return [
    'check: all',
    ...list('unit', units),
    ...list('e2e', specs),
    `Left to npm test, further from the change: ${leftOut.units} test files, ${leftOut.specs} browser specs`,
  ];
}
