import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { seconds } from './install.mjs';
import { root, rootPath } from './paths.mjs';
import { capture } from './run.mjs';
import { filesBelow, hashFiles, readStamp, writeStamp } from './stamp.mjs';

export const dist = rootPath('dashboard', 'dist');
const stampFile = join(dist, '.stamp');

/** Files that gain from compression; pictures and fonts are compressed already. */
const compressible = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.wasm', '.webmanifest']);
/** Below this a compressed copy saves less than a network packet. */
const worthwhileBytes = 1_024;

/** @returns {string} a hash over everything that the built dashboard is made of */
function inputsHash() {
  const skip = (/** @type {string} */ name) =>
    name === 'node_modules' || name === 'dist' || name === 'routeTree.gen.ts' || /\.(?:test|fixture)\.tsx?$/.test(name);
  return hashFiles(
    filesBelow(
      [rootPath('dashboard'), rootPath('contract'), rootPath('package-lock.json'), rootPath('tsconfig.base.json')],
      skip,
    ),
    root,
  );
}

/**
 * Builds the dashboard unless the built one is made of the same files.
 * @param {{ say?: (line: string) => void }} [options]
 */
export async function ensureDashboard({ say = console.log } = {}) {
  if (readStamp(stampFile) !== inputsHash()) await buildDashboard({ say });
}

/**
 * Builds the dashboard into dashboard/dist, with compressed copies beside the files so that the server never compresses.
 * @param {{ say?: (line: string) => void }} [options]
 * @throws when the build fails, with everything that it said
 */
export async function buildDashboard({ say = console.log } = {}) {
  const began = Date.now();
  say('Building the dashboard …');
  const inputs = inputsHash();
  const vite = await capture('vite', ['build', '--manifest', '--logLevel', 'warn'], { cwd: rootPath('dashboard') });
  if (vite.code !== 0) throw new Error(`The dashboard could not be built:\n${vite.output}`);
  await precompress(dist);
  writeStamp(stampFile, inputs);
  say(`Built in ${seconds(began)}.`);
}

/**
 * Writes `.br` and `.gz` beside each file that becomes smaller by it.
 * @param {string} folder
 * @returns {Promise<number>} how many files got copies
 */
export async function precompress(folder) {
  const names = await readdir(folder, { recursive: true });
  const results = await Promise.all(
    names.filter((name) => compressible.has(extname(name))).map((name) => compressOne(join(folder, name))),
  );
  return results.filter(Boolean).length;
}

/** @param {string} file @returns {Promise<boolean>} */
async function compressOne(file) {
  const content = await readFile(file);
  if (content.length < worthwhileBytes) return false;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  if (brotli.length >= content.length) return false;
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
  return true;
}
