import { capture } from '../lib/run.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

/**
 * A check that is a tool: its exit code decides and what it printed is the problem.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<Verdict>}
 */
async function tool(command, args) {
  const { code, output } = await capture(command, args);
  return { problems: code === 0 ? [] : [output.trim() || `${command} ended with exit code ${code}`] };
}

/** Three programs: what Node runs (scripts included), what the browser runs, and what other users' pages run. @returns {Promise<Verdict>} */
export async function types() {
  const verdicts = await Promise.all([
    tool('tsc', ['-p', 'tsconfig.json']),
    tool('tsc', ['-p', 'dashboard/tsconfig.json']),
    tool('tsc', ['-p', 'tracker/tsconfig.json']),
  ]);
  return { problems: verdicts.flatMap((verdict) => verdict.problems) };
}

/** @returns {Promise<Verdict>} */
export function style() {
  return tool('biome', [
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '--max-diagnostics=200',
    '--diagnostic-level=warn',
  ]);
}

/** Files, exports, types and dependencies that nothing uses. @returns {Promise<Verdict>} */
export function deadCode() {
  return tool('knip', ['--no-progress', '--treat-config-hints-as-errors']);
}
