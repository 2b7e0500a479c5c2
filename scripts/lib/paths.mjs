import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder, absolute, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Folder in which npm links the commands of installed packages. */
export const binaries = join(root, 'node_modules', '.bin');

/** @param {...string} parts @returns {string} an absolute path below the root. */
export const rootPath = (...parts) => join(root, ...parts);

/** Node's cache of TypeScript without types and V8's code of it: files loaded before are not compiled again. */
export const compileCache = rootPath('node_modules', '.cache', 'compile');

/**
 * The environment with our own commands first, so that tools written for `#!/usr/bin/env node` run on the installed Node.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function withTools(extra = {}) {
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    PATH: [binaries, process.env.PATH].join(delimiter),
    ...extra,
  };
}

/**
 * The environment without our own commands: npm must not run on a Node that it is about to replace.
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutTools() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...process.env, PATH: path.join(delimiter) };
}
