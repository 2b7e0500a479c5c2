import type { Bot } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from '../features/connections/test-world.ts';

let world: World;
let key: string;
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  key = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', { bot_name: 'shop_bot', connection_type: 'api' })).bot
    .key;
});
afterAll(() => world.close());

const upload = (visitor: World['owner'], bot: string, headers: Record<string, string> = {}) =>
  visitor.post(`/api/bots/${bot}/uploads?file_name=a.csv`, 'user_id\n1\n', { 'content-type': 'text/csv', ...headers });

describe('files and streams of the edge', () => {
  it.each(['0123456789abc', 'a', '%00', '..%2f..%2fetc'])(
    'a bot that is nobody’s, %s, is not found, whatever is asked of it',
    async (bot) => {
      const { owner } = world;
      expect(errorOf(await upload(owner, bot))).toBe('NotFound');
      for (const path of ['live', 'photo', 'uploads/5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab/rejected-rows.csv'])
        expect(errorOf(await owner.get(`/api/bots/${bot}/${path}`))).toBe('NotFound');
    },
  );

  it('are not found if they belong to another account', async () => {
    const { owner, stranger } = world;
    expect(errorOf(await upload(stranger, key))).toBe('NotFound');
    for (const path of ['live', 'photo', 'uploads', 'connection', 'notifications'])
      expect(errorOf(await stranger.get(`/api/bots/${key}/${path}`))).toBe('NotFound');
    const { id } = dataOf<{ id: string }>(await upload(owner, key));
    const other = dataOf<{ bot: Bot }>(
      await stranger.post('/api/bots', { bot_name: 'other_bot', connection_type: 'api' }),
    ).bot.key;
    for (const path of ['', '/rejected-rows.csv'])
      expect(errorOf(await stranger.get(`/api/bots/${other}/uploads/${id}${path}`))).toBe('NotFound');
    expect(errorOf(await stranger.delete(`/api/bots/${other}/uploads/${id}`))).toBe('NotFound');
    expect(errorOf(await owner.get(`/api/bots/${key}/uploads/..%2f..%2fmetadata.lock/rejected-rows.csv`))).toBe(
      'NotFound',
    );
  });

  it('are not sent by another site, and not taken from visitors', async () => {
    expect(errorOf(await upload(world.owner, key, { 'sec-fetch-site': 'cross-site' }))).toBe('CsrfFailed');
    expect(errorOf(await upload(world.owner, key, { origin: 'https://evil.example' }))).toBe('CsrfFailed');
    expect(errorOf(await upload(world.owner, key, { 'x-csrf-token': 'another' }))).toBe('CsrfFailed');
    const visitor = world.server.visitor();
    expect(errorOf(await upload(visitor, key))).toBe('NotSignedIn');
    for (const path of [`bots/${key}/live`, `bots/${key}/photo`, 'notifications/live', 'notifications'])
      expect(errorOf(await visitor.get(`/api/${path}`))).toBe('NotSignedIn');
  });
});

describe('a text with a zero character, which no table takes', () => {
  it.each<[string, string, object?]>([
    ['GET', 'errors?search=a%00b'],
    ['GET', 'errors?method=%00'],
    ['POST', 'rename', { bot_name: 'a\0_bot' }],
    ['POST', 'uploads/5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab/start', { content: 'users', mapping: { user_id: '\0' } }],
    ['POST', 'uploads/5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab/start', { content: 'users', mapping: { '\0': 'a' } }],
  ])('is refused: %s %s', async (method, path, body = {}) => {
    const { owner } = world;
    const answer = await (method === 'GET'
      ? owner.get(`/api/bots/${key}/${path}`)
      : owner.post(`/api/bots/${key}/${path}`, body));
    expect([400, 404]).toContain(answer.status);
  });
});

describe('the address of a webhook', () => {
  it.each(['0123456789abc', '%00', '..%2fetc'])('of a bot that does not exist, %s, is 404', async (bot) => {
    for (const path of [`hook/${bot}/secret`, `hook/${bot}`]) {
      const answer = await world.server.visitor().post(`/${path}`, { update_id: 1 });
      expect([answer.status, answer.body.error_code]).toEqual([404, 404]);
    }
  });
});
