import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createBots } from '../bots/bots.ts';
import { createMailingExclusions } from './mailing-exclusions.ts';

const metadata = testMetadata();
const now = Date.UTC(2026, 10, 23, 12);

test('users are excluded from the mailings of one bot, until they are included or erased', async () => {
  const { db } = metadata();
  const bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger: pino({ level: 'silent' }) });
  await db.insertInto('accounts').values({ id: 'ann', email: 'ann@example.com' }).execute();
  await db.insertInto('accounts').values({ id: 'leaver', email: 'leaver@example.com' }).execute();
  const [bot, other] = [(await bots.add('ann', 'one_bot')).bot.key, (await bots.add('ann', 'other_bot')).bot.key];
  const exclusions = createMailingExclusions({ metadata: metadata(), now: () => now });
  const excluded = async (key: string) => Object.fromEntries(await exclusions.of(key, [7, 8, 9]));

  expect(await exclusions.exclude(bot, 7, 'ann')).toBe(true);
  expect(await exclusions.exclude(bot, 7, 'leaver')).toBe(false);
  await exclusions.exclude(bot, 8, 'leaver');
  await exclusions.exclude(bot, 10, 'ann');
  await db.deleteFrom('accounts').where('id', '=', 'leaver').execute();
  expect(await excluded(bot)).toEqual({ 7: { at: new Date(now), by: 'ann' }, 8: { at: new Date(now), by: null } });
  expect(await excluded(other)).toEqual({});

  expect([await exclusions.include(bot, 7), await exclusions.include(bot, 7)]).toEqual([true, false]);
  expect(await exclusions.erase(bot, [8, 9])).toBe(1);
  expect(await excluded(bot)).toEqual({});
  await bots.close();
});
