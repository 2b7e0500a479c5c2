import { existsSync } from 'node:fs';
import { isInstalled, readLock } from './lock.mjs';
import { root, rootPath, withoutTools } from './paths.mjs';
import { capture } from './run.mjs';
import { hashFiles, readStamp, writeStamp } from './stamp.mjs';

const lockFile = rootPath('package-lock.json');
const installedFile = rootPath('node_modules', '.package-lock.json');
const stampFile = rootPath('node_modules', '.botscope-stamp');

/**
 * Installs exactly what the lock says, unless that has been done already (by us or by hand).
 * @param {{ say?: (line: string) => void }} [options] where progress goes
 * @returns {Promise<void>}
 * @throws when npm fails, with everything that npm said
 */
export async function ensureInstalled({ say = console.log } = {}) {
  const lockHash = hashFiles([lockFile], root);
  if (readStamp(stampFile) === lockHash) return;
  if (!existsSync(installedFile) || !isInstalled(readLock(lockFile), readLock(installedFile))) await install(say);
  writeStamp(stampFile, lockHash);
}

/** @param {(line: string) => void} say */
async function install(say) {
  const began = Date.now();
  say('Installing packages (only when they change; about half a minute) …');
  // The dashboard is built here, so development packages are needed even where NODE_ENV=production is set.
  const npm = await capture('npm', ['ci', '--include=dev', '--include=optional'], { env: withoutTools() });
  if (npm.code !== 0) throw new Error(`npm ci failed with exit code ${npm.code}:\n${npm.output}`);
  say(`Installed in ${seconds(began)}.`);
}

/** @param {number} began ms @returns {string} such as "12.3 s" */
export function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
