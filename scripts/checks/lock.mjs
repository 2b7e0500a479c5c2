import { readFileSync } from 'node:fs';
import { listPackages, nameOf, readLock } from '../lib/lock.mjs';
import { rootPath } from '../lib/paths.mjs';
import { reviewed } from '../lib/reviewed.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */
/** @typedef {import('../lib/lock.mjs').Lock} Lock */

/**
 * npm drops platform packages from the lock without a word when a release lacks some, and `npm ci` then fails on those
 * platforms; and a package with an install script runs code of strangers on every machine.
 * @returns {Promise<Verdict>}
 */
export async function lock() {
  const content = readLock(rootPath('package-lock.json'));
  const { allowScripts } = JSON.parse(readFileSync(rootPath('package.json'), 'utf8'));
  return {
    problems: [
      ...missingPlatforms(content, reviewed.absentPlatforms),
      ...unreviewedScripts(content, allowScripts),
      ...unpinned(content),
      ...withoutIntegrity(content),
    ],
    summary: `${listPackages(content).length} packages`,
  };
}

/**
 * @param {Lock} content
 * @param {Record<string, string>} absentPlatforms reviewed: package → reason
 * @returns {string[]}
 */
export function missingPlatforms(content, absentPlatforms) {
  const problems = [];
  const missingNames = new Set();
  for (const [path, entry] of Object.entries(content.packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (isLocked(content, path, name)) continue;
      missingNames.add(name);
      if (!absentPlatforms[name])
        problems.push(`${path || 'package.json'} wants ${name}, which the lock does not have`);
    }
  }
  for (const name of Object.keys(absentPlatforms)) {
    if (!missingNames.has(name)) problems.push(`${name} is in the lock now: take it off the list of absent platforms`);
  }
  return problems;
}

/** Looks where Node would: beside the package, then in each folder above. @param {Lock} content @param {string} path @param {string} name */
function isLocked(content, path, name) {
  for (let base = path; ; base = base.includes('/') ? base.slice(0, base.lastIndexOf('/')) : '') {
    if (content.packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`]) return true;
    if (base === '') return false;
  }
}

/**
 * @param {Lock} content
 * @param {Record<string, boolean>} allowScripts of package.json: every package with a script, allowed or denied
 * @returns {string[]}
 */
export function unreviewedScripts(content, allowScripts) {
  const scripted = new Set(
    listPackages(content).flatMap(([path, entry]) => (entry.hasInstallScript ? [nameOf(path)] : [])),
  );
  return [
    ...[...scripted]
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name} has an install script that nobody reviewed (allowScripts)`),
    ...Object.keys(allowScripts)
      .filter((name) => !scripted.has(name))
      .map((name) => `${name} has no install script: take it off allowScripts`),
  ];
}

/** An exact version, also behind an alias (`npm:name@1.2.3`), by which two versions of a package stand side by side. */
const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+/;

/** Workspaces pin exact versions. @param {Lock} content @returns {string[]} */
export function unpinned(content) {
  return Object.entries(content.packages)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path, entry]) =>
      Object.entries({
        ...entry.dependencies,
        ...entry.optionalDependencies,
        .../** @type {any} */ (entry).devDependencies,
      })
        .filter(([name, version]) => !name.startsWith('@botscope/') && !exact.test(String(version)))
        .map(([name, version]) => `${path || 'package.json'} asks for ${name}@${version}: pin an exact version`),
    );
}

/** @param {Lock} content @returns {string[]} */
function withoutIntegrity(content) {
  return listPackages(content)
    .filter(([, entry]) => !(/** @type {any} */ (entry).integrity))
    .map(([path]) => `${path} has no integrity hash in the lock`);
}
