import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { copyEmptyData } from '../../platform/metadata/test-data.ts';
import { createMessageStore } from './message-store.ts';

const script = fileURLToPath(new URL('./fixtures/send-until-killed.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'botscope-messages-'));
const logger = pino({ level: 'silent' });
const key = 'abcdef0123456';
const kills = byRunLength({ regular: 3, long: 8 });
const chats = 3;
const ofChat = byRunLength({ regular: 40, long: 60 });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('a sender that is killed at any point sends nothing twice, and loses nothing silently', async () => {
  await copyEmptyData(dataDir);
  const telegram = await startSimulatedTelegram({ seed: 'killed sender' });
  const bot = telegram.addBot({ username: 'killed_bot' });
  const users = Array.from({ length: chats }, (_, index) => telegram.user({ first_name: `P${index}`, bot }));
  for (const user of users) user.sends('/start');
  // Killed while Telegram works, too.
  bot.script({ method: 'sendMessage', outcome: { slow: 15 }, times: 10_000 });

  const filled = await openMetadata({ dataDir, logger });
  await filled.db.insertInto('accounts').values({ id: 'owner' }).execute();
  const columns = { bot_name: 'killed_bot', username: 'killed_bot', account_key: 'owner', api_key_hash: '' };
  await filled.db
    .insertInto('bots')
    .values({ key, ...columns, token_sealed: null, token_hash: null, retention_days: null })
    .execute();
  const rows = createMessageStore({ db: filled.db, instance: 'two', run: 'one' });
  for (let index = 0; index < ofChat; index += 1) {
    for (const { user } of users) {
      const content = { text: `${user.id} ${index}`, entities: [], buttons: [] };
      const message = { id: randomUUID(), bot: key, userId: user.id, author: 'owner', idempotencyKey: randomUUID() };
      await rows.insert({ ...message, method: 'sendMessage', content, fileInstance: null });
    }
  }
  await filled.close();

  const run = async (untilDone: boolean, ms: number): Promise<void> => {
    const child = spawn(process.execPath, [script, dataDir, telegram.url, bot.token], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    if (untilDone) {
      let before = -1;
      while (telegram.calls.length !== before) {
        before = telegram.calls.length;
        await wait(1_000);
      }
    } else await wait(ms);
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for (let kill = 0; kill < kills; kill += 1) await run(false, 40 + 13 * kill);
  await run(true, 0);

  const read = await openMetadata({ dataDir, logger });
  const storedMessages = await read.db
    .selectFrom('messages')
    .select(['content', 'status', 'message_id'])
    .orderBy('number')
    .execute();
  await read.close();
  await telegram.stop();
  const executed = telegram.calls.filter(({ status }) => status === 200).map(({ params }) => String(params.text));
  const selectTexts = (status: string): string[] =>
    storedMessages.filter((row) => row.status === status).map(({ content }) => (content as { text: string }).text);

  expect(executed.length).toBe(new Set(executed).size);
  expect(storedMessages.length).toBe(chats * ofChat);
  const unknownTexts = selectTexts('unknown');
  expect(selectTexts('delivered').filter((text) => !executed.includes(text))).toEqual([]);
  expect(executed.filter((text) => !selectTexts('delivered').includes(text) && !unknownTexts.includes(text))).toEqual(
    [],
  );
  expect(selectTexts('delivered').length + unknownTexts.length).toBe(storedMessages.length);
  expect(unknownTexts.length).toBeLessThanOrEqual(kills * chats);
  // In order within each chat.
  for (const { user } of users) {
    const numbers = executed.filter((text) => text.startsWith(`${user.id} `)).map((text) => Number(text.split(' ')[1]));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
}, 180_000);
