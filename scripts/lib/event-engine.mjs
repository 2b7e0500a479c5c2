import { listPackages, readLock } from './lock.mjs';
import { rootPath } from './paths.mjs';

/** @typedef {import('./lock.mjs').LockEntry} LockEntry */
/** @typedef {{ platform: string, arch: string, libc?: string }} Machine */

const builds = /(?:^|\/)node_modules\/@chdb\/lib-/;

/**
 * Stops at once where the embedded event engine has no build and no ClickHouse server is given.
 * @throws with one sentence that says what to do
 */
export function ensureEventEngine() {
  const packages = listPackages(readLock(rootPath('package-lock.json')));
  const engines = packages.filter(([path]) => builds.test(path)).map(([, entry]) => entry);
  const problem = engineProblem(thisMachine(), engines, process.env.CLICKHOUSE_URL);
  if (problem !== null) throw new Error(problem);
}

/**
 * Says what this machine lacks to store events; null when it lacks nothing.
 * @param {Machine} machine
 * @param {readonly LockEntry[]} engines the builds of the embedded engine
 * @param {string | undefined} clickhouseUrl
 * @returns {string | null}
 */
export function engineProblem(machine, engines, clickhouseUrl) {
  if (clickhouseUrl || engines.some((engine) => runsOn(engine, machine))) return null;
  const name = [machine.platform, machine.arch, machine.libc].filter(Boolean).join('-');
  return (
    `The embedded event engine has no build for ${name}: ` +
    'set CLICKHOUSE_URL to a ClickHouse server, such as http://user:password@localhost:8123/botscope.'
  );
}

/** @param {LockEntry} engine @param {Machine} machine @returns {boolean} */
function runsOn({ os, cpu, libc }, machine) {
  const fits = (/** @type {string[] | undefined} */ list, /** @type {string | undefined} */ value) =>
    list === undefined || value === undefined || list.includes(value);
  return fits(os, machine.platform) && fits(cpu, machine.arch) && fits(libc, machine.libc);
}

/** @returns {Machine} */
function thisMachine() {
  const { platform, arch } = process;
  if (platform !== 'linux') return { platform, arch };
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return { platform, arch, libc: header.glibcVersionRuntime === undefined ? 'musl' : 'glibc' };
}
