import { isCode, isTest, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

const home = 'server/src/platform/config.ts';
/** Lines for other users' bots, shown as text: they may read their own environment. */
const samplesFolder = 'dashboard/src/features/connections/samples/';
const product = /^(contract|server|dashboard|testkit)\/src\//;
const reads = /\bprocess\s*\.\s*env\b|\bprocess\s*\[|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'node:process'/;

/** One file reads the environment, so that one file documents and checks it. @returns {Promise<Verdict>} */
export async function environment() {
  const files = (await sourceFiles()).filter(
    (file) => product.test(file) && isCode(file) && !isTest(file) && file !== home && !file.startsWith(samplesFolder),
  );
  return { problems: files.flatMap((file) => environmentReads(file, readSource(file))) };
}

/** @param {string} file @param {string} source @returns {string[]} */
export function environmentReads(file, source) {
  return source
    .split('\n')
    .flatMap((line, index) => (reads.test(line) ? [`${file}:${index + 1} reads the environment: ${line.trim()}`] : []));
}
