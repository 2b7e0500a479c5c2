import { maxUserNotes } from '@botscope/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { type Bots, createBots } from '../bots/bots.ts';
import { noteData } from './feature.ts';
import { createUserNotes } from './user-notes.ts';

const timeAt = (hours: number) => Date.UTC(2026, 10, 23, hours);

describe.each(testEngines)('notes about users on $name', (engine) => {
  const metadata = testMetadata(engine);
  let clock = timeAt(12);
  const slice = () => createUserNotes({ metadata: metadata(), now: () => clock });
  let bots: Bots;
  let botCount = 0;
  const addBot = async () => {
    botCount += 1;
    return (await bots.add('ann', `noted${botCount}_bot`)).bot.key;
  };
  beforeAll(async () => {
    bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger: pino({ level: 'silent' }) });
    const accounts = ['ann', 'ben'].map((id) => ({ id, email: `${id}@example.com`, name: '' }));
    await metadata().db.insertInto('accounts').values(accounts).execute();
  });
  afterAll(() => bots.close());

  test('are listed for their user, the newest first', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const notes = slice();
    clock = timeAt(12);
    const first = await notes.add({ bot, userId: 7 }, 'ann', 'Prefers mornings');
    clock = timeAt(13);
    const second = await notes.add({ bot, userId: 7 }, 'ben', 'Called back');
    await notes.add({ bot, userId: 8 }, 'ann', 'Another user');
    await notes.add({ bot: other, userId: 7 }, 'ann', 'Another bot');
    clock = timeAt(14);
    await notes.update({ bot, userId: 7 }, first.id, 'ann', 'Prefers evenings');

    expect(await notes.list({ bot, userId: 7 })).toEqual([
      {
        id: second.id,
        text: 'Called back',
        author: 'ben',
        createdAt: new Date(timeAt(13)),
        updatedAt: new Date(timeAt(13)),
      },
      {
        id: first.id,
        text: 'Prefers evenings',
        author: 'ann',
        createdAt: new Date(timeAt(12)),
        updatedAt: new Date(timeAt(14)),
      },
    ]);
  });

  test('are changed by their authors alone, and only where they are', async () => {
    const bot = await addBot();
    const notes = slice();
    const user = { bot, userId: 7 };
    const { id } = await notes.add(user, 'ann', 'Mine');
    await expect(notes.update(user, id, 'ben', 'Taken')).rejects.toMatchObject({ code: 'AccessDenied' });
    await expect(notes.remove(user, id, 'ben')).rejects.toMatchObject({ code: 'AccessDenied' });
    await expect(notes.remove({ bot, userId: 8 }, id, 'ann')).rejects.toMatchObject({ code: 'NotFound' });
    await expect(notes.remove({ bot: await addBot(), userId: 7 }, id, 'ann')).rejects.toMatchObject({
      code: 'NotFound',
    });
    expect((await notes.list(user)).map(({ text }) => text)).toEqual(['Mine']);
  });

  test('come back within a day of their removal, and are deleted afterwards', async () => {
    const bot = await addBot();
    const notes = slice();
    const user = { bot, userId: 7 };
    const { id } = await notes.add(user, 'ann', 'Old');
    clock = timeAt(12);
    await notes.remove(user, id, 'ann');
    expect(await notes.list(user)).toEqual([]);
    await expect(notes.restore(user, id, 'ben')).rejects.toMatchObject({ code: 'AccessDenied' });
    await notes.restore(user, id, 'ann');
    expect((await notes.list(user)).map(({ text }) => text)).toEqual(['Old']);
    await notes.remove(user, id, 'ann');
    clock = timeAt(36);
    expect(await notes.forgetRemoved()).toBe(0);
    clock = timeAt(36) + 1;
    expect(await notes.forgetRemoved()).toBe(1);
    await expect(notes.restore(user, id, 'ann')).rejects.toMatchObject({ code: 'NotFound' });
  });

  test(`a user has at most ${maxUserNotes}`, async () => {
    const bot = await addBot();
    const notes = slice();
    const time = new Date(timeAt(12));
    const row = { bot_key: bot, user_id: 7, author_key: 'ann', text: 'x', created_at: time, updated_at: time };
    const rows = Array.from({ length: maxUserNotes - 1 }, () => row);
    await metadata().db.insertInto('user_notes').values(rows).execute();
    const add = () => notes.add({ bot, userId: 7 }, 'ann', 'last');
    const inOneMoment = await Promise.allSettled([add(), add()]);
    expect(inOneMoment.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(add()).rejects.toMatchObject({ code: 'TooManyNotes' });
    await notes.add({ bot, userId: 8 }, 'ann', 'Another user has room');
  });

  test('one colleague at a time is responsible', async () => {
    const bot = await addBot();
    const notes = slice();
    const user = { bot, userId: 7 };
    const accountKeys = [await notes.responsible(user)];
    for (const account of ['ann', 'ben', null]) {
      await notes.setResponsible(user, account);
      accountKeys.push(await notes.responsible(user));
    }
    expect(accountKeys).toEqual([null, 'ann', 'ben', null]);
  });

  test('erasing leaves nothing of some users, removed notes included', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const notes = slice();
    for (const userId of [7, 8, 9]) {
      const { id } = await notes.add({ bot, userId }, 'ann', 'Removed');
      await notes.remove({ bot, userId }, id, 'ann');
      await notes.setResponsible({ bot, userId }, 'ben');
    }
    await notes.add({ bot: other, userId: 7 }, 'ann', 'Another bot');

    const erased = await Promise.all(noteData(metadata().db).map(({ erase }) => erase(bot, [7, 8])));
    expect(erased).toEqual([2, 2]);

    const remainingRows = await metadata().db.selectFrom('user_notes').select(['bot_key', 'user_id']).execute();
    const ofThese = remainingRows.filter(({ bot_key }) => [bot, other].includes(bot_key));
    expect(ofThese.map((row) => [row.bot_key, Number(row.user_id)])).toEqual([
      [bot, 9],
      [other, 7],
    ]);
    expect(await notes.responsible({ bot, userId: 7 })).toBeNull();
    expect(await notes.responsible({ bot, userId: 9 })).toBe('ben');
  });

  test('outlive their author, and not their bot', async () => {
    const bot = await addBot();
    const { db } = metadata();
    const user = { bot, userId: 7 };
    await db.insertInto('accounts').values({ id: 'leaver', email: 'leaver@example.com' }).execute();
    await slice().add(user, 'leaver', 'Stays');
    await slice().setResponsible(user, 'leaver');
    await db.deleteFrom('accounts').where('id', '=', 'leaver').execute();
    expect(await slice().list(user)).toMatchObject([{ text: 'Stays', author: null }]);
    expect(await slice().responsible(user)).toBeNull();
    await db.deleteFrom('bots').where('key', '=', bot).execute();
    expect(await slice().list(user)).toEqual([]);
  });
});
