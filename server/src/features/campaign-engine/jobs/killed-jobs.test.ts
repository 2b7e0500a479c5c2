import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { openMetadata } from '../../../platform/metadata/open-metadata.ts';
import { copyEmptyData } from '../../../platform/metadata/test-data.ts';
import { createJobStore } from '../../../platform/user-jobs/job-store.ts';
import { createMessageJobs, presentMessageJob } from '../../campaigns/sent/message-jobs.ts';
import { insertBot, insertCampaign } from '../test-campaigns.ts';

const script = fileURLToPath(new URL('../fixtures/send-until-killed.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'botscope-jobs-'));
const logger = pino({ level: 'silent' });
const bot = 'killedjobs001';
const kills = byRunLength({ regular: 2, long: 6 });
const recipients = kills * 60;
const firstUser = 6_000_001;
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

it('a deletion whose process is killed at any point misses no message, and counts each once', async () => {
  await copyEmptyData(dataDir);
  const telegram = await startSimulatedTelegram({ seed: 'killed jobs' });
  const simulated = telegram.addBot({ username: 'killed_jobs_bot' });
  for (let index = 0; index < recipients; index += 1) {
    telegram.user({ first_name: 'P', id: firstUser + index, bot: simulated }).sends('/start');
  }
  simulated.script({ method: 'deleteMessage', outcome: { slow: 15 }, times: 100_000 });
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
  const countCalls = (method: string): number => telegram.calls.filter((call) => call.method === method).length;
  /** Until as many calls of a method were made as there are recipients, and none follows. */
  const waitForIdle = async (method: string): Promise<void> => {
    for (let before = -1; telegram.calls.length !== before || countCalls(method) < recipients; ) {
      before = telegram.calls.length;
      await wait(2_000);
    }
  };

  const filled = await openMetadata({ dataDir, logger });
  await insertBot(filled.db, bot);
  const id = await insertCampaign(filled.db, bot, { sending: { speed: 300, interval_cap: 300 } });
  await filled.close();
  const sender = await start();
  await waitForIdle('sendMessage');
  await end(sender);

  const metadata = await openMetadata({ dataDir, logger });
  const jobs = createMessageJobs(metadata.db);
  const { total } = await jobs.begin({ bot, campaignId: id }, 'delete', 'ann');
  await metadata.close();
  expect(total).toBe(recipients);
  for (let killed = 0; killed < kills; killed += 1) {
    const child = await start();
    const before = telegram.calls.length;
    for (let look = 0; look < 400 && telegram.calls.length < before + 1 + ((killed * 7) % 30); look += 1) await wait(5);
    await wait((killed * 3) % 17);
    await end(child);
  }
  const last = await start();
  await waitForIdle('deleteMessage');
  await end(last);
  await telegram.stop();

  const read = await openMetadata({ dataDir, logger });
  const [job] = await createJobStore(read.db).latest({ bot, campaignId: id });
  const rows = await read.db.selectFrom('campaign_recipients').select('deleted_at').execute();
  await read.close();
  expect(job && presentMessageJob(job, '', true)).toMatchObject({
    status: 'Done',
    total: recipients,
    done: recipients,
    failed: 0,
    remaining: 0,
  });
  expect(rows.filter(({ deleted_at }) => deleted_at === null)).toEqual([]);
  const deletions = telegram.calls.filter(({ method }) => method === 'deleteMessage');
  const deletedChats = deletions.filter(({ status }) => status === 200).map(({ params }) => params.chat_id);
  expect([deletedChats.length, new Set(deletedChats).size]).toEqual([recipients, recipients]);
  // Repeated calls are at most those that were in memory at the kills.
  expect(deletions.length - recipients).toBeLessThanOrEqual(kills * 400);
}, 400_000);
