import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { seconds } from './install.mjs';
import { root, rootPath } from './paths.mjs';
import { capture } from './run.mjs';
import { filesBelow, hashFiles, readStamp, writeStamp } from './stamp.mjs';

export const trackerDist = rootPath('tracker', 'dist');
const stampFile = join(trackerDist, '.stamp');
/** Modes of its vite.config.ts: what pages load, and what they bundle. */
const modes = ['mini-app', 'website', 'mini-app-module', 'website-module'];
/** npm installs them from the address of the server, so that nobody needs a registry. */
const packages = ['miniapp', 'site'];

/** @returns {string} a hash over everything that the scripts are made of */
function inputsHash() {
  const skip = (/** @type {string} */ name) =>
    ['node_modules', 'dist', 'frozen'].includes(name) || /\.test\.ts$/.test(name);
  const paths = [
    rootPath('tracker'),
    rootPath('contract', 'src', 'hits.ts'),
    rootPath('package-lock.json'),
    rootPath('tsconfig.base.json'),
  ];
  return hashFiles(filesBelow(paths, skip), root);
}

/**
 * Builds the scripts for pages of Mini Apps and websites unless the built ones are made of the same files.
 * @param {{ say?: (line: string) => void }} [options]
 * @throws when the build fails, with everything that it said
 */
export async function ensureTracker({ say = console.log } = {}) {
  const inputs = inputsHash();
  if (readStamp(stampFile) === inputs) return;
  const began = Date.now();
  say('Building the scripts for pages …');
  for (const mode of modes) await tool('vite', ['build', '--mode', mode, '--logLevel', 'warn'], rootPath('tracker'));
  for (const name of packages) {
    const folder = join(trackerDist, name);
    await mkdir(folder, { recursive: true });
    for (const file of ['package.json', 'index.d.ts']) {
      await copyFile(rootPath('tracker', 'packages', name, file), join(folder, file));
    }
    await tool('npm', ['pack', '--silent', '--pack-destination', trackerDist], folder);
  }
  writeStamp(stampFile, inputs);
  say(`Built in ${seconds(began)}.`);
}

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
async function tool(command, args, cwd) {
  const { code, output } = await capture(command, args, { cwd });
  if (code !== 0) throw new Error(`The scripts for pages could not be built:\n${output}`);
}
