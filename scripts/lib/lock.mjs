import { readFileSync } from 'node:fs';

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {boolean} [link] a workspace, linked
 * @property {boolean} [optional]
 * @property {boolean} [dev] nothing that runs in production needs it
 * @property {boolean} [devOptional]
 * @property {boolean} [hasInstallScript]
 * @property {string} [license]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {{ packages: Record<string, LockEntry> }} Lock */

/** @param {string} file @returns {Lock} */
export function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Installed packages only: neither the workspaces nor the links to them.
 * @param {Lock} lock
 * @returns {[path: string, entry: LockEntry][]}
 */
export function listPackages(lock) {
  return Object.entries(lock.packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link);
}

/** @param {string} path in the lock @returns {string} the package's name */
export function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Whether what npm installed is what the lock asks for. Optional packages of other platforms may be absent.
 * @param {Lock} lock package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, which npm keeps up to date
 * @returns {boolean}
 */
export function isInstalled(lock, installed) {
  const lockedPackages = listPackages(lock);
  const installedPackages = new Map(listPackages(installed));
  const lockedPaths = new Set(lockedPackages.map(([path]) => path));
  return (
    [...installedPackages.keys()].every((path) => lockedPaths.has(path)) &&
    lockedPackages.every(([path, entry]) => {
      const installedEntry = installedPackages.get(path);
      if (!installedEntry) return entry.optional === true || entry.devOptional === true;
      return installedEntry.version === entry.version;
    })
  );
}
