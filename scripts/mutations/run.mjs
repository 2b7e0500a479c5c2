import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaries, root, rootPath, withTools } from '../lib/paths.mjs';
import { capture } from '../lib/run.mjs';
import { mutations } from './list.mjs';

/** @typedef {import('./list.mjs').Mutation} Mutation */

/** Files that a unit test of the server reads. */
const copied = ['package.json', 'vitest.config.ts', 'tsconfig.base.json', 'tsconfig.json', 'server'];

/**
 * Applies each mutation alone to a copy of the server and runs the tests that are named with it, golden SQL aside: that
 * notices every change of a text, wrong or not.
 * @param {string | undefined} nameFilter runs the mutations whose name contains this
 * @returns {Promise<import('../lib/totals.mjs').Totals>} passed: a test failed, as it should
 */
export async function runMutations(nameFilter = '') {
  const copy = mkdtempSync(join(tmpdir(), 'botscope-mutations-'));
  try {
    for (const name of copied) cpSync(rootPath(name), join(copy, name), { recursive: true });
    for (const name of ['node_modules', 'contract', 'testkit', 'docs', 'content'])
      symlinkSync(rootPath(name), join(copy, name));
    const totals = { passed: 0, failed: 0 };
    for (const mutation of mutations.filter(({ name }) => name.includes(nameFilter))) {
      const { caught, words } = await attempt(mutation, copy);
      totals[caught ? 'passed' : 'failed'] += 1;
      console.log(`${caught ? '✓' : '✗'} ${mutation.name}: ${words}`);
    }
    return totals;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * @param {Mutation} mutation
 * @param {string} copy
 * @returns {Promise<{ caught: boolean, words: string }>}
 */
async function attempt({ where, find, replace, tests }, copy) {
  const files = globSync(`${where}/**/*.ts`, { cwd: root }).filter((file) => !/\.test\.ts$|\/test-[^/]+$/.test(file));
  const hits = files.filter((file) => readFileSync(rootPath(file), 'utf8').includes(find));
  const [file] = hits;
  if (file === undefined || hits.length > 1) {
    return {
      caught: false,
      words: `"${find}" is in ${hits.length} files below ${where}; change scripts/mutations/list.mjs`,
    };
  }
  const original = readFileSync(rootPath(file), 'utf8');
  const output = join(copy, 'report.json');
  writeFileSync(
    join(copy, file),
    original.replace(find, () => replace),
  );
  try {
    const { code, output: consoleOutput } = await capture(
      join(binaries, 'vitest'),
      ['run', '--root', copy, '--bail=1', '--reporter=json', `--outputFile=${output}`, ...tests],
      { cwd: copy, env: withTools({ UV_THREADPOOL_SIZE: '16' }), timeoutMs: 600_000 },
    );
    if (!existsSync(output)) return { caught: false, words: `vitest ended with ${code}:\n${consoleOutput}` };
    const report = JSON.parse(readFileSync(output, 'utf8'));
    rmSync(output);
    /** @type {{ status: string, fullName: string }[]} */
    const results = report.testResults.flatMap((/** @type {any} */ { assertionResults }) => assertionResults);
    const failure = results.find(({ status }) => status === 'failed');
    if (failure) return { caught: true, words: `"${failure.fullName.trim()}" fails (${file})` };
    return {
      caught: false,
      words: code === 0 ? `no test of ${tests.join(', ')} fails (${file})` : `no test ran (${file})`,
    };
  } finally {
    writeFileSync(join(copy, file), original);
  }
}
