import { describe, expect, test } from 'vitest';
import { readMigrations } from './migrate.ts';
import { openMetadata } from './open-metadata.ts';
import { testEngines, testMetadata } from './test-metadata.ts';

describe.each(testEngines)('metadata on $name', (engine) => {
  const metadata = testMetadata(engine, { hasTables: false });

  test('has run every migration', async () => {
    const migrations = await metadata().run('SELECT name FROM migrations ORDER BY name');
    expect(migrations.map((row) => row.name)).toEqual((await readMigrations()).map(({ name }) => name));
    expect(metadata().engine).toBe(engine.name);
    expect(await metadata().ready()).toBe(true);
  });

  test('gives the same types on both engines', async () => {
    const { db } = metadata();
    await db.insertInto('accounts').values({ id: 'a1', email: 'ann@example.com' }).execute();
    await db
      .insertInto('bots')
      .values({
        key: '0123456789abc',
        bot_name: 'Shop_bot',
        username: 'shop_bot',
        account_key: 'a1',
        api_key_hash: 'f'.repeat(64),
        start_rules: JSON.stringify({ type: 'only', params: ['promo'] }),
        allowed_updates: JSON.stringify(['message', 'callback_query']),
        date_added: new Date('2026-03-01T10:00:00.123Z'),
      })
      .execute();
    const error = { bot_key: '0123456789abc', kind: 'rejected', reason: 'no update_id', text: '{}' };
    const insertedRow = await db.insertInto('bot_errors').values(error).returning('id').executeTakeFirstOrThrow();
    expect(insertedRow).toEqual({ id: 1 });

    const bot = await db.selectFrom('bots').selectAll().executeTakeFirstOrThrow();
    expect(bot).toEqual({
      key: '0123456789abc',
      bot_name: 'Shop_bot',
      username: 'shop_bot',
      account_key: 'a1',
      delivery_method: 'api',
      api_key_hash: 'f'.repeat(64),
      session_gap_minutes: 30,
      paused_at: null,
      start_rules: { type: 'only', params: ['promo'] },
      is_demo: false,
      date_added: new Date('2026-03-01T10:00:00.123Z'),
      first_update_at: null,
      last_update_at: null,
      removed_at: null,
      owner_deleted_at: null,
      connection_type: 'api',
      delivery_method_send: 'off',
      region: 'global',
      platform: '',
      telegram_id: null,
      token_sealed: null,
      token_hash: null,
      webhook: '',
      webhook_secret_sealed: null,
      former_webhook: null,
      allowed_updates: ['message', 'callback_query'],
      risk_ok: false,
      problems: [],
      checked_at: null,
      first_call_at: null,
      last_call_at: null,
      callback_max_length: 64,
      retention_days: null,
      error_days: 90,
      source_determination: 'first',
      finds_hidden_commands: true,
      event_server: null,
    });
    const { count } = await db
      .selectFrom('bots')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('connects a name once, and again after its removal', async () => {
    const { db } = metadata();
    const bot = { username: 'x', account_key: null, api_key_hash: '' };
    await db
      .insertInto('bots')
      .values({ ...bot, key: 'a'.repeat(13), bot_name: 'Twice_bot' })
      .execute();
    const secondBot = { ...bot, key: 'b'.repeat(13), bot_name: 'twice_BOT' };
    await expect(db.insertInto('bots').values(secondBot).execute()).rejects.toMatchObject({
      code: '23505',
      constraint: 'bots_name',
    });
    await db.updateTable('bots').set({ removed_at: new Date() }).where('key', '=', 'a'.repeat(13)).execute();
    await db.insertInto('bots').values(secondBot).execute();
  });

  test('a transaction that fails leaves nothing', async () => {
    const { db } = metadata();
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values({ name: 'half', value: '1' }).execute();
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect(await db.selectFrom('settings').selectAll().where('name', '=', 'half').execute()).toEqual([]);
  });

  test('a lock has one holder at a time, and is free again after an error', async () => {
    const order: string[] = [];
    const hold = (name: string, lock: string) =>
      metadata().withLock(lock, async () => {
        order.push(`${name} in`);
        await metadata().ready();
        order.push(`${name} out`);
        if (name === 'first') throw new Error('dropped');
      });
    const results = await Promise.allSettled([hold('first', 'same'), hold('second', 'same')]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(order).toHaveLength(4);
    expect(order[0]?.split(' ')[0]).toBe(order[1]?.split(' ')[0]);

    let inside = 0;
    await metadata().withLock('one', () => metadata().withLock('other', async () => void inside++));
    expect(inside).toBe(1);
  });
});

describe.each(testEngines)('reopening on $name', (engine) => {
  test('keeps rows, runs no migration twice and refuses a database of another version', async () => {
    const store = await engine.create({ hasTables: false });
    try {
      const first = await openMetadata(store.options);
      await first.db.insertInto('settings').values({ name: 'kept', value: 'yes' }).execute();
      await first.close();

      const second = await openMetadata(store.options);
      expect(await second.db.selectFrom('settings').selectAll().execute()).toEqual([{ name: 'kept', value: 'yes' }]);
      await second.run("INSERT INTO migrations (name) VALUES ('9999-of-tomorrow.sql')");
      await second.close();

      await expect(openMetadata(store.options)).rejects.toThrow('another version (it has 9999-of-tomorrow.sql)');
    } finally {
      await store.remove();
    }
  });
});

test('a number belongs to one migration, whatever folder it is in', async () => {
  const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('processes that start together on one server migrate once', async () => {
  const server = testEngines.find(({ name }) => name === 'server')!;
  const store = await server.create({ hasTables: false });
  try {
    const instances = await Promise.all([1, 2, 3].map(() => openMetadata(store.options)));
    await Promise.all(instances.map((metadata) => metadata.close()));
  } finally {
    await store.remove();
  }
});

test('a server that goes away makes the store not ready, and nothing else falls over', async () => {
  const server = testEngines.find(({ name }) => name === 'server')!;
  const store = await server.create();
  const metadata = await openMetadata(store.options);
  expect(await metadata.ready()).toBe(true);
  await store.remove();
  expect(await metadata.ready()).toBe(false);
  await expect(metadata.db.selectFrom('bots').selectAll().execute()).rejects.toThrow();
  await metadata.close();
  await expect(openMetadata(store.options)).rejects.toThrow();
});
