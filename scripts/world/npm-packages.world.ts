import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from '../lib/run.mjs';
import { ensureTracker, trackerDist } from '../lib/tracker.mjs';

const program = `
import { createCounter, type CounterEvent } from '@botscope/miniapp';
import { createWebsite } from '@botscope/site';

const event: CounterEvent = { event: 'cart', category: 'shop', value_num: 9.9, unit: 'USD', props: { size: 'L' } };
createCounter({ key: 'a'.repeat(32), host: 'https://stats.example.com', clicks: 'all', telegram: false }).push(event);
const site = createWebsite({ key: 'b'.repeat(32), host: 'https://stats.example.com', links: 'readable' });
site.push({ consent: true });
const link: string = site.link('https://t.me/shop_bot');
console.log(link);
`;

let folder: string;
beforeAll(async () => {
  await ensureTracker({ say: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'botscope-packages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('both npm packages install, are typed and run outside a browser', async () => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }));
  const files = ['miniapp', 'site'].map((name) => join(trackerDist, `botscope-${name}-1.0.0.tgz`));
  const installed = await capture('npm', ['install', '--no-audit', '--no-fund', '--offline', ...files], {
    cwd: folder,
  });
  expect(installed, installed.output).toMatchObject({ code: 0 });

  await writeFile(join(folder, 'shop.ts'), program);
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022',
    '--types',
    '',
  ];
  const types = await capture('tsc', [...options, 'shop.ts'], { cwd: folder });
  expect(types.output.replace(/.*Cannot find name 'console'.*\n?/, '')).toBe('');
  const ran = await capture('node', ['shop.ts'], { cwd: folder });
  expect(ran).toMatchObject({ code: 0, stdout: 'https://t.me/shop_bot\n' });
});
