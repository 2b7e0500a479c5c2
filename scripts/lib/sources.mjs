import { readFileSync } from 'node:fs';
import { root, rootPath } from './paths.mjs';
import { capture } from './run.mjs';
import { filesBelow } from './stamp.mjs';

const leftOut = new Set([
  '.git',
  'node_modules',
  'dist',
  'data',
  '.cache',
  'coverage',
  'test-results',
  'playwright-report',
]);

/**
 * The project's own files, relative to the root, sorted: what git tracks or would track, else (no git) all but products.
 * @returns {Promise<string[]>}
 */
export async function sourceFiles() {
  const git = await capture('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']);
  if (git.code !== 0) {
    return filesBelow([root], (name) => leftOut.has(name)).map((file) => file.slice(root.length + 1));
  }
  const deletedFiles = await capture('git', ['ls-files', '-z', '--deleted']);
  const deletedPaths = new Set(deletedFiles.stdout.split('\0'));
  return git.stdout
    .split('\0')
    .filter((file) => file !== '' && !deletedPaths.has(file))
    .sort();
}

/** @param {string} file relative to the root @returns {string} */
export function readSource(file) {
  return readFileSync(rootPath(file), 'utf8');
}

/** @param {string} file @returns {boolean} whether it is code that users write */
export function isCode(file) {
  return /\.(ts|tsx|mjs|js|css)$/.test(file) && !file.endsWith('.gen.ts');
}

/** @param {string} file @returns {boolean} whether only tests use it */
export function isTest(file) {
  return /\.test\.tsx?$|(?:^|\/)test-[^/]+\.ts$|-scenario\.ts$|\/fixtures\/|^e2e\//.test(file);
}
