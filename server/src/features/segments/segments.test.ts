import { everyone } from '@botscope/contract';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createSegmentStore } from './segment-store.ts';
import { createSegments } from './segments.ts';

const [engine] = testEngines;
const metadata = testMetadata(engine!);

test('a list that cannot be filled is not left empty', async () => {
  const bot = 'unfilled00001';
  const { db } = metadata();
  await db.insertInto('accounts').values({ id: 'ann' }).execute();
  const row = { key: bot, bot_name: 'x_bot', username: 'x_bot', account_key: 'ann', api_key_hash: '' };
  const nothing = { token_sealed: null, token_hash: null, retention_days: null };
  await db
    .insertInto('bots')
    .values({ ...row, ...nothing })
    .execute();
  let isAway = true;
  const changeMembers = async () => {
    if (isAway) throw new AppError('StoreUnavailable');
  };
  const segments = createSegments({ metadata: metadata(), store: { changeMembers } });
  const insert = () =>
    createSegmentStore(db).insert({ key: bot }, { name: 'Regulars', kind: 'list', rules: everyone, createdBy: 'ann' });
  const list = await insert();
  await expect(segments.fill({ key: bot }, list, { userIds: [1] })).rejects.toMatchObject({ code: 'StoreUnavailable' });
  expect(await segments.list({ key: bot })).toEqual([]);
  isAway = false;
  const retriedSegment = await insert();
  await segments.fill({ key: bot }, retriedSegment, { userIds: [1] });
  expect(await segments.list({ key: bot })).toEqual([retriedSegment]);
});
