import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type Metadata, openMetadata } from '../../platform/metadata/open-metadata.ts';
import { copyEmptyData } from '../../platform/metadata/test-data.ts';
import { startTestPostgres, type TestPostgres } from '../../platform/metadata/test-postgres.ts';
import { createBotPace } from './pace/bot-pace.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus } from './test-campaigns.ts';

const script = fileURLToPath(new URL('./fixtures/send-until-killed.ts', import.meta.url));
const logger = pino({ level: 'silent' });
const bot = 'killedcampaig';
const firstUser = 5_000_001;
const maxCalls = (maxSpeed: number): number => createBotPace({ maxSpeed, rate: null, limitedUntil: null }).maxCalls();

const createAlbum = (files: number) =>
  Array.from({ length: files }, (_, index) => ({
    kind: 'photo' as const,
    file: `5d1c7b0e-3f5a-4b8e-9f6e-00000000000${index}`,
  }));

/** A campaign that processes of their own send, which are killed; on one of the metadata engines. */
export async function startKilledWorld({
  engine,
  users,
  speed = 300,
  files = 0,
}: {
  engine: 'embedded' | 'server';
  users: number;
  /** Messages a second. */
  speed?: number;
  /** Number of files of the album; 0: a text. */
  files?: number;
}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-campaigns-'));
  let postgres: TestPostgres | undefined;
  let databaseUrl: string | undefined;
  if (engine === 'server') {
    postgres = await startTestPostgres();
    databaseUrl = await postgres.createDatabase();
  } else await copyEmptyData(dataDir);
  const open = (): Promise<Metadata> =>
    openMetadata({ dataDir, logger, ...(databaseUrl !== undefined && { databaseUrl }) });

  const telegram = await startSimulatedTelegram({ seed: 'killed campaigns' });
  const simulated = telegram.addBot({ username: 'killed_bot' });
  for (let index = 0; index < users; index += 1)
    telegram.user({ first_name: 'P', id: firstUser + index, bot: simulated }).sends('/start');
  // Killed while Telegram works, too.
  const method = files === 0 ? 'sendMessage' : 'sendMediaGroup';
  simulated.script({ method, outcome: { slow: 15 }, times: 100_000 });

  const filled = await open();
  await insertBot(filled.db, bot);
  const id = await insertCampaign(filled.db, bot, {
    message: { text: 'Hi {first_name}', ...(files > 0 && { album: createAlbum(files) }) },
    sending: { speed, interval_cap: speed },
  });
  await filled.close();
  const children = new Set<ChildProcess>();

  const start = async (instance = 'one'): Promise<ChildProcess> => {
    const args = [script, dataDir, telegram.url, simulated.token, String(firstUser), String(users), instance];
    if (databaseUrl !== undefined) args.push(databaseUrl);
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    await once(child.stdout, 'data');
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    children.delete(child);
  };
  /** Resolves when Telegram has had no call for a while, or the limit of a lease has passed. */
  const waitForIdle = async (ms = 2_500): Promise<void> => {
    for (let before = -1; telegram.calls.length !== before; ) {
      before = telegram.calls.length;
      await wait(ms);
    }
  };

  return {
    open,
    postgres,
    calls: (): number => telegram.calls.length,

    start,
    kill,
    quiet: waitForIdle,
    /** The campaign is sent to its end: on a busy machine a sender may call nobody for a while, and is not done. */
    async finish(): Promise<void> {
      let isDone = false;
      for (let round = 0; !isDone && round < 20; round += 1) {
        const child = await start();
        await waitForIdle();
        await kill(child);
        const read = await open();
        isDone = (await loadStatus(read.db, id)).status === 'Done';
        await read.close();
      }
    },

    /** That nobody was reached twice, nobody forgotten, and the counts are those of the rows. Returns what is unknown. */
    async verify(kills: number): Promise<{ unknown: number; unknownAndDelivered: number }> {
      const read = await open();
      const rows = await read.db.selectFrom('campaign_recipients').selectAll().where('campaign_id', '=', id).execute();
      const { kept, counted } = await loadCounts(read.db, id);
      const { status } = await loadStatus(read.db, id);
      await read.close();
      const chats = telegram.calls.filter((call) => call.status === 200).map(({ params }) => String(params.chat_id));
      const reached = new Set(chats);
      const listIds = (recipientStatus: string): string[] =>
        rows.filter((row) => row.status === recipientStatus).map((row) => String(row.user_id));
      expect(chats.length - reached.size, 'sent twice').toBe(0);
      const settledIds = new Set([...listIds('Done'), ...listIds('Error')]);
      expect(rows.length - settledIds.size, 'skipped').toBe(0);
      expect(listIds('Done').filter((chat) => !reached.has(chat))).toEqual([]);
      expect(rows.filter((row) => row.status === 'Error').every((row) => row.reason === 'interrupted')).toBe(true);
      expect(kept).toEqual(counted);
      expect({ status, total: kept.total }).toEqual({ status: 'Done', total: users });
      expect(kept.delivered + kept.unknown).toBe(users);
      expect(kept.unknown).toBeLessThanOrEqual(kills * maxCalls(speed));
      // All messages of an album are known, or none is.
      const extraCounts = rows.map((row) => (row.more_message_ids ?? []).length);
      expect(extraCounts).toEqual(rows.map((row) => (row.status === 'Done' ? Math.max(0, files - 1) : 0)));
      const unknownAndDelivered = listIds('Error').filter((chat) => reached.has(chat)).length;
      return { unknown: kept.unknown, unknownAndDelivered };
    },

    async close(): Promise<void> {
      for (const child of children) child.kill('SIGKILL');
      await telegram.stop();
      await postgres?.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
