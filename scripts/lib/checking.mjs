import { checks } from '../checks/catalogue.mjs';

/** @typedef {import('./totals.mjs').Suite} Suite */
/** @typedef {import('../checks/catalogue.mjs').Check} Check */

/** Machines of the size that we are made for have two cores; most checks are single-threaded tools. */
const atOnce = 2;

/**
 * Runs every check, two at a time, and prints a line for each in the catalogue's order, with all details of what is wrong.
 * @returns {Promise<Suite>}
 */
export async function runChecks() {
  const scheduledChecks = checks.map((check) => ({ check, done: defer() }));
  const queue = [...scheduledChecks];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) next.done.resolve(await attempt(next.check));
  };
  const workers = Array.from({ length: atOnce }, worker);
  const results = [];
  for (const { check, done } of scheduledChecks) {
    const result = await done.promise;
    results.push(result);
    print(check, result);
  }
  await Promise.all(workers);
  const passed = results.filter(({ verdict }) => verdict.problems.length === 0).length;
  return { name: 'check', passed, failed: results.length - passed };
}

/** @typedef {{ verdict: import('../checks/catalogue.mjs').Verdict, ms: number }} Result */

/** @param {Check} check @returns {Promise<Result>} */
async function attempt(check) {
  const began = Date.now();
  try {
    return { verdict: await check.run(), ms: Date.now() - began };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { verdict: { problems: [`the check itself failed: ${problem}`] }, ms: Date.now() - began };
  }
}

/** @param {Check} check @param {Result} result */
function print({ name }, { verdict: { problems, notes = [], summary }, ms }) {
  const mark = problems.length === 0 ? '✓' : '✗';
  console.log(`${mark} ${name}${summary ? `: ${summary}` : ''} (${(ms / 1000).toFixed(1)} s)`);
  for (const problem of problems) console.log(indent(problem));
  for (const note of notes) console.log(indent(`note: ${note}`));
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^(?=.)/gm, '    ');
}

/** @returns {{ promise: Promise<Result>, resolve: (result: Result) => void }} */
function defer() {
  /** @type {(result: Result) => void} */
  let resolve = () => {};
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
