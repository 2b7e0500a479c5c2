import { existsSync, readFileSync } from 'node:fs';
import { listPackages, nameOf, readLock } from '../lib/lock.mjs';
import { rootPath } from '../lib/paths.mjs';
import { reviewed } from '../lib/reviewed.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

const freeLicences = new Set([
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'MIT-0',
  'Unlicense',
  'BlueOak-1.0.0',
  'CC0-1.0',
]);

/** Everything that is installed may be used, changed and redistributed by the operator. @returns {Promise<Verdict>} */
export async function licences() {
  const packages = listPackages(readLock(rootPath('package-lock.json'))).map(([path, entry]) => ({
    name: nameOf(path),
    licence: readLicence(manifest(path)) ?? entry.license ?? null,
    isDev: entry.dev === true,
  }));
  return { problems: judgeLicences(packages, reviewed.licences), summary: `${packages.length} packages` };
}

/** @param {string} path @returns {Record<string, unknown>} the installed package's own words; {} when it is for another platform */
function manifest(path) {
  const file = rootPath(path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * The licence that a package.json names, in any of the forms that were ever in use.
 * @param {Record<string, any>} manifest
 * @returns {string | null}
 */
export function readLicence({ license, licenses }) {
  if (typeof license === 'string') return license;
  if (license && typeof license.type === 'string') return license.type;
  if (Array.isArray(licenses)) return licenses.map((entry) => entry.type ?? entry).join(' OR ');
  return null;
}

/**
 * Whether an SPDX expression can be satisfied with free licences: one side of an OR is enough, an AND needs both.
 * @param {string} expression
 * @returns {boolean}
 */
export function isFree(expression) {
  const choices = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(choices)) return false;
  return choices
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((licence) => freeLicences.has(licence.trim())));
}

/**
 * @param {readonly { name: string, licence: string | null, isDev?: boolean }[]} packages
 * @param {Record<string, import('../lib/reviewed.mjs').LicenceException>} exceptions by package name; `*` at the end stands for any ending
 * @returns {string[]}
 */
export function judgeLicences(packages, exceptions) {
  const usedKeys = new Set();
  const problems = packages.flatMap(({ name, licence, isDev }) => {
    if (licence !== null && isFree(licence)) return [];
    const key = Object.keys(exceptions).find((pattern) => matches(pattern, name));
    if (key === undefined) return [`${name} has the licence ${licence ?? '(none)'}: not on our list`];
    usedKeys.add(key);
    const exception = exceptions[key];
    if (exception?.devOnly && !isDev) return [`${name} (${licence}) was reviewed for development only`];
    return exception?.licence === (licence ?? '')
      ? []
      : [`${name} has the licence ${licence ?? '(none)'}; ${exception?.licence} was reviewed`];
  });
  const unusedKeys = Object.keys(exceptions).filter((key) => !usedKeys.has(key));
  return [...problems, ...unusedKeys.map((key) => `${key} needs no exception any more: take it off the list`)];
}

/** @param {string} pattern @param {string} name */
function matches(pattern, name) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
