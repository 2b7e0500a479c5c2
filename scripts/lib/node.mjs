import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binaries, root } from './paths.mjs';
import { capture, foreground } from './run.mjs';

/** The server's TypeScript runs as it is, which Node does without a flag or a warning from this version on. */
const minMajor = 24;

/** @param {string} version such as "v24.21.0" @returns {boolean} */
export function isNewEnough(version) {
  return Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0) >= minMajor;
}

/**
 * The Node that runs the product: the one installed from npm, else one that the machine has.
 * @returns {Promise<string>} a command
 * @throws when neither is new enough, telling what to do
 */
export async function findNode() {
  const installed = join(binaries, 'node');
  for (const command of existsSync(installed) ? [installed, 'node'] : ['node']) {
    const { code, stdout } = await capture(command, ['--version'], { env: process.env });
    if (code === 0 && isNewEnough(stdout.trim())) return command;
  }
  throw new Error(
    `Botscope runs on Node ${minMajor}. npm has no package with it for ${process.platform}-${process.arch}, and the Node here is ` +
      `${process.version}: install Node ${minMajor} or newer from https://nodejs.org and start again.`,
  );
}

/**
 * Goes on under the Node that runs the product when this process runs on an older one (the first time after a clone).
 * @param {string} script the file that was started
 * @returns {Promise<void>} only on a Node that is new enough
 */
export async function continueOnNewNode(script) {
  if (isNewEnough(process.version)) return;
  process.exit(await foreground(await findNode(), [script, ...process.argv.slice(2)], { cwd: root }));
}
