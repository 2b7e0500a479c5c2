import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { openMetadata } from '../../../platform/metadata/open-metadata.ts';
import { copyEmptyData } from '../../../platform/metadata/test-data.ts';
import { countsOf, insertBot, insertCampaign, statusOf } from './test-campaigns.ts';

const script = fileURLToPath(new URL('./fixtures/send-until-killed.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'botscope-campaigns-'));
const logger = pino({ level: 'silent' });
const bot = 'killedcampaig';
/** `npm run test:long` asks for 200 kills and 10,000 recipients. */
const kills = Number(process.env.CAMPAIGN_KILLS ?? 10);
const recipients = kills * (kills > 100 ? 50 : 100);
const firstUser = 5_000_001;
/** Calls at a time at this speed. */
const mostCalls = 50;
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

it('a campaign whose sender is killed at any point reaches nobody twice, and forgets nobody', async () => {
  await copyEmptyData(dataDir);
  const telegram = await startSimulatedTelegram({ seed: 'killed campaigns' });
  const simulated = telegram.addBot({ username: 'killed_bot' });
  for (let index = 0; index < recipients; index += 1)
    telegram.person({ first_name: 'P', id: firstUser + index, bot: simulated }).sends('/start');
  // Killed while Telegram works, too.
  simulated.script({ method: 'sendMessage', outcome: { slow: 15 }, times: 100_000 });

  const filled = await openMetadata({ dataDir, logger });
  await insertBot(filled.db, bot);
  const id = await insertCampaign(filled.db, bot, {
    message: { text: 'Hi {first_name}' },
    sending: { speed: 300, interval_cap: 300 },
  });
  await filled.close();

  const executed = (): string[] =>
    telegram.calls.filter(({ status }) => status === 200).map(({ params }) => String(params.chat_id));
  const start = async (): Promise<ChildProcess> => {
    const args = [script, dataDir, telegram.url, simulated.token, String(firstUser), String(recipients)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return child;
  };
  const end = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  let [callsOfKilled, killed] = [0, 0];
  for (; killed < kills; killed += 1) {
    const child = await start();
    const before = telegram.calls.length;
    // In the middle of sending rather than of starting, by a different number of calls and of milliseconds.
    const until = before + 1 + ((killed * 7) % 30);
    for (let look = 0; look < 400 && telegram.calls.length < until; look += 1) await wait(5);
    await wait((killed * 3) % 17);
    await end(child);
    callsOfKilled += telegram.calls.length - before;
  }
  const last = await start();
  for (let before = -1; telegram.calls.length !== before; ) {
    before = telegram.calls.length;
    await wait(2_500);
  }
  await end(last);
  await telegram.stop();

  const read = await openMetadata({ dataDir, logger });
  const rows = await read.db.selectFrom('campaign_recipients').selectAll().where('campaign_id', '=', id).execute();
  const { kept, counted } = await countsOf(read.db, id);
  const { status } = await statusOf(read.db, id);
  await read.close();

  const chats = executed();
  const idsOf = (wanted: string): string[] =>
    rows.filter((row) => row.status === wanted).map((row) => String(row.user_id));
  expect(chats.length - new Set(chats).size, 'sent twice').toBe(0);
  const known = new Set([...idsOf('Done'), ...idsOf('Error')]);
  expect(rows.length - known.size, 'skipped').toBe(0);
  const delivered = new Set(idsOf('Done'));
  expect([...delivered].filter((chat) => !new Set(chats).has(chat))).toEqual([]);
  expect(rows.filter((row) => row.status === 'Error').every((row) => row.reason === 'interrupted')).toBe(true);
  expect(kept).toEqual(counted);
  expect({ status, total: kept.total }).toEqual({ status: 'Done', total: recipients });
  expect(kept.delivered + kept.unknown).toBe(recipients);
  expect(kept.unknown).toBeLessThanOrEqual(kills * mostCalls);
  // The kills did meet a campaign that was being sent.
  expect(callsOfKilled).toBeGreaterThan(kills);
}, 1_800_000);
