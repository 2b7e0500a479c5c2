import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../scripts/lib/chromium.mjs';

/**
 * Measures what the scripts for pages cost a page on its first load: ms of its main thread on a processor that is
 * four times slower. The baseline is a script in the same place that does nothing but the request.
 */
const rounds = 15;
const slowdown = 4;

const dist = fileURLToPath(new URL('../tracker/dist/', import.meta.url));
const path = (await findChromium())?.path ?? '';
const browser = await chromium.launch({ executablePath: path, args: chromiumArgs });

async function measureCost(script: string): Promise<number> {
  // Each page is a process that has compiled nothing yet.
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.route('**/*', (route) =>
    route.request().url().endsWith('/page')
      ? route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><script>const begun = performance.now()</script>
            <script data-url="/hit" data-key="${'a'.repeat(32)}">${script}</script>
            <script>window.cost = performance.now() - begun</script>`,
        })
      : route.fulfill({ body: '{}' }),
  );
  await page.goto('http://localhost/page#tgWebAppData=hash%3Dab');
  const cost = await page.evaluate<number>('window.cost');
  await context.close();
  return cost;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const request = `fetch('/hit', { method: 'POST', body: '{}', keepalive: true, credentials: 'omit' })`;

for (const name of ['request', 'w.js', 'site.js']) {
  const script = name === 'request' ? request : await readFile(`${dist}${name}`, 'utf8');
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await measureCost(script));
  console.log(
    `${name.padEnd(8)} median ${median(costs).toFixed(2)} ms, at most ${Math.max(...costs).toFixed(2)} ms (${slowdown}× slower)`,
  );
}
await browser.close();
