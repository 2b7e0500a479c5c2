/**
 * A conversation of 100,000 messages in Chromium: how long it takes to open, and how it scrolls back through time.
 *   npx node e2e/scroll-conversation.ts [messages] [rounds]
 * Frames are counted beside those of an empty page of the same run: a virtual machine has no display that sets their pace.
 */
import { cpus, loadavg } from 'node:os';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/lib/chromium.mjs';
import { ensureDashboard } from '../scripts/lib/dashboard.mjs';
import { createAccount, createBot, signIn, type TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import { startServer, type TestServer } from './fixtures/server.ts';

const [, , count = '100000', rounds = '10'] = process.argv;
const user = { id: 777_000_001, is_bot: false, first_name: 'Anna' };
const minuteMs = 60_000;
const perPush = 500;
const scrollMs = 10_000;
const pixelsPerTick = 240;
const limits = { openMs: 200, framesPerSecond: 55, rows: 300, jumpPx: 1 };

/** A message every five minutes up to now; every seventh is long. */
async function write(server: TestServer, bot: TestBot): Promise<void> {
  const total = Number(count);
  const now = Date.now();
  for (let from = 0; from < total; from += perPush) {
    const updates = Array.from({ length: Math.min(perPush, total - from) }, (_, offset) => {
      const index = from + offset;
      const sentAt = now - (total - index) * 5 * minuteMs;
      const text = `Message ${index}${index % 7 === 0 ? ' and some more words'.repeat(1 + (index % 11)) : ''}`;
      const message = {
        message_id: index + 1,
        date: Math.floor(sentAt / 1_000),
        from: user,
        chat: { ...user, type: 'private' },
        text,
      };
      return { date: new Date(sentAt).toISOString(), update: { update_id: 1_000_000 + index, message } };
    });
    const status = await push(server, bot, updates as never);
    if (status !== 200) throw new Error(`push: ${status}`);
  }
  await server.settled();
}

/** From the click on the link to the first frame with the newest message. */
async function open(page: Page, key: string): Promise<number> {
  await page.goto(`/users?bot=${key}`);
  const link = page.getByRole('table', { name: 'Users', exact: true }).getByRole('link').first();
  await link.waitFor();
  // Runs in the page, which alone knows its frames.
  await link.evaluate((element) => Object.assign(globalThis, { link: element }));
  return page.evaluate<number>(`new Promise((resolve) => {
    const begin = performance.now();
    const look = () => {
      const isThere = [...document.querySelectorAll('article')].some((one) =>
        one.textContent.includes('Message ${Number(count) - 1}'));
      if (isThere) resolve(performance.now() - begin);
      else requestAnimationFrame(look);
    };
    window.link.click();
    requestAnimationFrame(look);
  })`);
}

interface Scrolled {
  frames: number;
  slowest: number;
  most: number;
  jump: number;
  loaded: number;
}

/**
 * In the page, until it has to stop: counts frames and rows. A jump: a row that moved otherwise than the list was scrolled.
 * Rows that stand in view before and after a frame are compared.
 */
const watch = `(() => {
  const list = document.querySelector('section[tabindex="0"]');
  const seen = { frames: 0, slowest: 0, most: 0, jump: 0, loaded: 0 };
  let last, previous;
  const look = (now) => {
    if (last !== undefined) { seen.frames += 1; seen.slowest = Math.max(seen.slowest, now - last); }
    last = now;
    if (list) {
      const rows = [...list.querySelectorAll('[data-index]')];
      seen.most = Math.max(seen.most, rows.length);
      const frame = list.getBoundingClientRect();
      const tops = new Map(rows.filter((row) => { const box = row.getBoundingClientRect(); return box.bottom > frame.top && box.top < frame.bottom; })
        .map((row) => [row.textContent, row.getBoundingClientRect().top]));
      const height = list.scrollHeight;
      // All rows move alike when the list is scrolled; what differs between two rows of one frame is a jump.
      if (previous) {
        const moves = [...tops].filter(([text]) => previous.tops.has(text)).map(([text, top]) => top - previous.tops.get(text));
        if (moves.length > 1) seen.jump = Math.max(seen.jump, Math.max(...moves) - Math.min(...moves));
        // The wheel only goes up: whatever moved up was pushed.
        if (moves.length > 0) seen.jump = Math.max(seen.jump, -Math.min(...moves));
        if (height > previous.height + 500) seen.loaded += 1;
      }
      previous = { tops, height };
    }
    if (!window.stopLooking) requestAnimationFrame(look);
  };
  window.stopLooking = false;
  window.seen = seen;
  requestAnimationFrame(look);
})()`;

/** Turns the wheel up and counts frames. */
async function scroll(page: Page, client: CDPSession): Promise<Scrolled> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.evaluate(watch);
  const begin = performance.now();
  while (performance.now() - begin < scrollMs) {
    await client.send('Input.dispatchMouseEvent', {
      ...{ type: 'mouseWheel', x: width / 3, y: height / 2, deltaX: 0, deltaY: -pixelsPerTick },
    });
  }
  const scrollStats = await page.evaluate<Scrolled>('(window.stopLooking = true, window.seen)');
  return { ...scrollStats, frames: scrollStats.frames / ((performance.now() - begin) / 1_000) };
}

await ensureDashboard();
const chromiumBinary = await ensureChromium();
if (!chromiumBinary) throw new Error('no Chromium to measure with');
const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumBinary.path, args: chromiumBinary.args });
try {
  const account = await createAccount(server);
  const bot = await createBot(server, account);
  await write(server, bot);
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  await signIn(context, server, account);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const client = await context.newCDPSession(page);
  const [{ model = 'unknown' } = {}] = cpus();
  console.log(`${count} messages; ${cpus().length} × ${model}, load ${loadavg()[0]?.toFixed(1)}`);

  const times: number[] = [];
  for (let round = 0; round <= Number(rounds); round += 1) times.push(await open(page, bot.key));
  const warm = times.slice(1).sort((one, other) => one - other);
  const [median, maximum] = [warm[Math.floor(warm.length / 2)] ?? 0, warm.at(-1) ?? 0];
  console.log(
    `opens: the first time ${times[0]?.toFixed(0)} ms, then median ${median.toFixed(0)}, at most ${maximum.toFixed(0)}; limit ${limits.openMs}`,
  );

  const scrollStats = await scroll(page, client);
  await page.goto('about:blank');
  const baseline = await scroll(page, client);
  console.log(
    `scrolls: ${scrollStats.frames.toFixed(1)} frames a second, the slowest ${scrollStats.slowest.toFixed(0)} ms, of a bare page ${baseline.frames.toFixed(1)} and ${baseline.slowest.toFixed(0)}; limit ${limits.framesPerSecond}`,
  );
  console.log(`rows in the document: at most ${scrollStats.most}; limit ${limits.rows}`);
  console.log(
    `largest jump: ${scrollStats.jump.toFixed(2)} px while ${scrollStats.loaded} older pages came; limit ${limits.jumpPx}`,
  );
} finally {
  await browser.close();
  await server.remove();
}
