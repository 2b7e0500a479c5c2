import { capture } from './run.mjs';

/** Debian's Python, the one that Debian's Python packages belong to, whatever `python3` in the PATH is. */
const systemPython = '/usr/bin/python3';

/**
 * Installs Debian packages, when this is a Debian (or Ubuntu) and we are root.
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} whether they are there now
 */
export async function installDebian(packages) {
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, timeoutMs: 600_000 });
  if ((await install()).code === 0) return true;
  // A fresh image has no package lists.
  await capture('apt-get', ['update', '-qq'], { env, timeoutMs: 300_000 });
  return (await install()).code === 0;
}

/**
 * Makes `import telegram` (python-telegram-bot) work in the system's Python.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<boolean>}
 */
export async function ensurePythonTelegramBot({ say = console.log } = {}) {
  const works = async () => (await capture(systemPython, ['-c', 'import telegram'])).code === 0;
  if (await works()) return true;
  say('No python-telegram-bot here: asking for the Debian package …');
  await installDebian(['python3-python-telegram-bot']);
  return works();
}

/**
 * Makes sure that a browser has at least one font: without any, text has no size and pages cannot be tested.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<boolean>}
 */
export async function ensureFonts({ say = console.log } = {}) {
  const hasFonts = async () => {
    const { code, stdout } = await capture('fc-list', ['-f', '%{file}\n']);
    return code === 0 && stdout.trim() !== '';
  };
  if (await hasFonts()) return true;
  say('No fonts here: asking for the Debian package …');
  await installDebian(['fontconfig', 'fonts-noto-core']);
  return hasFonts();
}
