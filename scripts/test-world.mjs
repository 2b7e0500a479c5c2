// npm run test:world: bots on real frameworks of other languages, Debian's services and its browsers; "N passed, N failed".
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/options.mjs';
import { binaries, rootPath, withTools } from './lib/paths.mjs';
import { capture, foreground } from './lib/run.mjs';
import { installDebian } from './lib/system.mjs';
import { sentence, toSuite, vitestTotals } from './lib/totals.mjs';

const packages = ['aiogram==3.31.0', 'python-telegram-bot[webhooks]==22.8', 'pyTelegramBotAPI==4.37.1'];
const minutes = 60_000;

/** @returns {Promise<string>} the Python that has the frameworks, '' if there is none */
async function python() {
  const venv = rootPath('.cache', 'world-venv');
  const binary = join(venv, 'bin', 'python');
  if (!existsSync(binary) && (await capture('python3', ['-m', 'venv', venv])).code !== 0) return '';
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
  return (await capture(binary, pip, { timeoutMs: 3 * minutes })).code === 0 ? binary : '';
}

/** @returns {Promise<string>} the bot on go-telegram/bot, '' if it cannot be built */
async function goBot() {
  const binary = rootPath('.cache', 'world-go');
  const options = { cwd: rootPath('scripts', 'world', 'go'), timeoutMs: 3 * minutes };
  return (await capture('go', ['build', '-o', binary, '.'], options)).code === 0 ? binary : '';
}

await main(async () => {
  await ensureInstalled();
  mkdirSync(rootPath('.cache'), { recursive: true });
  const [WORLD_PYTHON, WORLD_GO_BOT] = await Promise.all([python(), goBot()]);
  if (WORLD_PYTHON === '') console.log('Python frameworks are skipped: no Python 3 with venv, or no registry.');
  if (WORLD_GO_BOT === '') console.log('Go frameworks are skipped: no Go, or no registry.');
  if (WORLD_PYTHON === '' && WORLD_GO_BOT === '') {
    console.log(sentence({ passed: 0, failed: 0 }));
    return 0;
  }
  const hasPgBouncer = await installDebian(['pgbouncer']);
  if (!hasPgBouncer) console.log('PgBouncer is left out: no Debian, or not root.');
  const hasEngines = await installDebian(['firefox-esr', 'webkit2gtk-driver', 'xvfb']);
  if (!hasEngines) console.log('Firefox and WebKit are left out: no Debian, or not root.');
  const hasNginx = hasEngines && (await installDebian(['nginx-light']));
  if (!hasNginx) console.log('nginx is left out: no Debian, or not root.');
  const folder = mkdtempSync(join(tmpdir(), 'botscope-world-'));
  const file = join(folder, 'report.json');
  try {
    const code = await foreground(
      join(binaries, 'vitest'),
      [
        'run',
        '-c',
        'scripts/world/vitest.config.ts',
        ...(hasPgBouncer ? [] : ['--exclude=scripts/world/pgbouncer.world.ts']),
        ...(hasEngines ? [] : ['--exclude=scripts/world/engines.world.ts']),
        ...(hasNginx ? [] : ['--exclude=scripts/world/nginx.world.ts']),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      { env: withTools({ UV_THREADPOOL_SIZE: '16', WORLD_PYTHON, WORLD_GO_BOT }) },
    );
    const result = toSuite(
      'world',
      code,
      existsSync(file) ? vitestTotals(JSON.parse(readFileSync(file, 'utf8'))) : null,
    );
    console.log(sentence(result));
    return result.failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
