import { maxUsersViews, type UsersViewDraft } from '@botscope/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ownerPermissions } from '../access/access.ts';
import { type Bots, createBots } from '../bots/bots.ts';
import { createUsersViews } from './users-views.ts';

const state = { rules: '', search: 'ann', sort: '-actions', columns: 'status,actions' };
const draft = (name: string, is_shared = false): UsersViewDraft => ({ name, is_shared, state });
const now = Date.UTC(2026, 10, 23, 12);
const permissions = ownerPermissions;

describe.each(testEngines)('saved views on $name', (engine) => {
  const metadata = testMetadata(engine);
  const slice = () => createUsersViews({ metadata: metadata(), now: () => now });
  const ann = { accountKey: 'ann', mayChangeShared: false, permissions };
  const ben = { accountKey: 'ben', mayChangeShared: false, permissions };
  const head = { accountKey: 'head', mayChangeShared: true, permissions };
  const visitor = { accountKey: null, mayChangeShared: false, permissions };
  let bots: Bots;
  let botCount = 0;
  const addBot = async () => {
    botCount += 1;
    return (await bots.add('ann', `views${botCount}_bot`)).bot.key;
  };
  const names = async (bot: string, reader: typeof ann | typeof visitor) =>
    (await slice().list(bot, reader)).map(({ name, is_own }) => [name, is_own]);
  beforeAll(async () => {
    bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger: pino({ level: 'silent' }) });
    const accounts = ['ann', 'ben', 'head'].map((id) => ({ id, email: `${id}@example.com`, name: '' }));
    await metadata().db.insertInto('accounts').values(accounts).execute();
  });
  afterAll(() => bots.close());

  test('everyone sees their own and the shared ones of the bot', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const views = slice();
    const { updated_at: _, ...createdView } = await views.create(bot, ann, draft('Buyers', true));
    expect(createdView).toEqual({
      view_id: createdView.view_id,
      name: 'Buyers',
      is_shared: true,
      is_own: true,
      is_hidden: false,
      state,
    });
    await views.create(bot, ann, draft('Ann’s'));
    await views.create(bot, ben, draft('Ben’s'));
    await views.create(other, ben, draft('Elsewhere', true));
    expect(await names(bot, ann)).toEqual([
      ['Ann’s', true],
      ['Buyers', true],
    ]);
    expect(await names(bot, ben)).toEqual([
      ['Ben’s', true],
      ['Buyers', false],
    ]);
    expect(await names(bot, visitor)).toEqual([['Buyers', false]]);
  });

  test('a shared view is changed by its author and by those who may; another’s own one does not exist', async () => {
    const bot = await addBot();
    const views = slice();
    const { view_id: sharedId } = await views.create(bot, ann, draft('Shared', true));
    const { view_id: ownId } = await views.create(bot, ann, draft('Own'));
    await expect(views.update(bot, sharedId, ben, draft('Taken', true))).rejects.toMatchObject({
      code: 'AccessDenied',
    });
    await expect(views.remove(bot, sharedId, visitor)).rejects.toMatchObject({ code: 'AccessDenied' });
    await expect(views.update(bot, ownId, head, draft('Taken'))).rejects.toMatchObject({ code: 'NotFound' });
    await expect(views.remove(await addBot(), sharedId, ann)).rejects.toMatchObject({ code: 'NotFound' });
    const changedView = await views.update(bot, sharedId, head, {
      ...draft('Renamed', true),
      state: { ...state, search: '' },
    });
    expect(changedView).toEqual({
      view_id: sharedId,
      name: 'Renamed',
      is_shared: true,
      is_own: false,
      is_hidden: false,
      state: { ...state, search: '' },
      updated_at: new Date(now).toISOString(),
    });
  });

  test('a removed view comes back', async () => {
    const bot = await addBot();
    const views = slice();
    const { view_id } = await views.create(bot, ann, draft('Old'));
    await views.remove(bot, view_id, ann);
    expect(await names(bot, ann)).toEqual([]);
    await expect(views.remove(bot, view_id, ann)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(views.restore(bot, view_id, ben)).rejects.toMatchObject({ code: 'NotFound' });
    await views.restore(bot, view_id, ann);
    expect(await names(bot, ann)).toEqual([['Old', true]]);
    await expect(views.restore(bot, view_id, ann)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('searches for the ID of an erased user become empty, those of removed views too', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const views = slice();
    const searchFor = (search: string) => ({ ...draft(search), state: { ...state, search } });
    for (const search of ['101', '1012', 'ann']) await views.create(bot, ann, searchFor(search));
    await views.create(other, ann, searchFor('101'));
    const { view_id } = await views.create(bot, ann, searchFor('102 '));
    await views.remove(bot, view_id, ann);

    expect(await views.erase(bot, [101, 102])).toBe(2);
    expect(await views.erase(bot, [101, 102])).toBe(0);
    await views.restore(bot, view_id, ann);
    const searches = async (botKey: string) =>
      (await views.list(botKey, ann)).map(({ state }) => state).map(({ search }) => search);
    expect(await searches(bot)).toEqual(['', '1012', '', 'ann']);
    expect(await searches(other)).toEqual(['101']);
    expect((await views.list(bot, ann))[0]?.state).toEqual({ ...state, search: '' });
  });

  test('an account has room for so many, and sharing has its own', async () => {
    const bot = await addBot();
    const views = slice();
    for (let index = 0; index < maxUsersViews; index += 1) await views.create(bot, ann, draft(`View ${index}`));
    await expect(views.create(bot, ann, draft('One more'))).rejects.toMatchObject({ code: 'TooManyViews' });
    const { view_id } = await views.create(bot, ann, draft('Shared', true));
    await expect(views.update(bot, view_id, ann, draft('Shared'))).rejects.toMatchObject({ code: 'TooManyViews' });
    await views.create(bot, ben, draft('Ben has room'));
  });
});
