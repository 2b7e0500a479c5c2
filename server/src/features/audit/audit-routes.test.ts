import { type AuditPage, type Bot, operatorActor } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from '../connections/test-world.ts';

let world: World;
let key: string;
beforeAll(async () => {
  world = await startWorld();
  const { token } = world.telegram.addBot({ username: 'shop_bot' });
  const body = { bot_name: 'shop_bot', connection_type: 'auto', delivery_method: 'getUpdates', token };
  key = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body)).bot.key;
});
afterAll(() => world.close());

const log = async (query = '') => dataOf<AuditPage>(await world.owner.get(`/api/bots/${key}/audit${query}`));
const newest = async () => {
  const [entry] = (await log()).entries;
  return [entry?.action, entry?.detail];
};
const post = (path: string, body: unknown = {}) => world.owner.post(`/api/bots/${key}/${path}`, body);

describe('the audit log of a bot', () => {
  it('names who, what and from where', async () => {
    expect((await log()).entries).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        actor: 'owner@example.com',
        action: 'bot_added',
        detail: { name: 'shop_bot', type: 'auto' },
        bot_key: key,
        bot_name: 'shop_bot',
        ip: '127.0.0.1',
        user_agent: 'node',
      },
    ]);
  });

  const target = { name: 'Sale', trigger: { kind: 'api' }, value: { kind: 'none' } };
  it('has an entry for everything that accounts do with a bot', async () => {
    await post('settings', { session_gap_minutes: 45, error_days: 90 });
    expect(await newest()).toEqual(['settings_changed', { fields: ['session_gap_minutes'] }]);
    await post('settings', { session_gap_minutes: 45 });
    expect((await log()).entries).toHaveLength(2);

    await post('outgoing', { delivery_method_send: 'proxy' });
    expect(await newest()).toEqual(['connection_changed', { what: 'outgoing', type: 'proxy' }]);
    await post('connection', { connection_type: 'auto', delivery_method: 'getUpdates' });
    expect(await newest()).toEqual(['connection_changed', { what: 'incoming', type: 'auto' }]);
    await post('rotate-api-key');
    expect(await newest()).toEqual(['api_key_rotated', {}]);
    await post('annotations', { day: '2026-03-01', text: 'Sale begins' });
    expect(await newest()).toEqual(['annotation_added', { name: 'Sale begins', day: '2026-03-01' }]);
    const [note] = dataOf<{ id: number }[]>(await world.owner.get(`/api/bots/${key}/annotations`));
    await world.owner.delete(`/api/bots/${key}/annotations/${note?.id}`);
    expect(await newest()).toEqual(['annotation_removed', { name: 'Sale begins', day: '2026-03-01' }]);
    await world.owner.delete(`/api/bots/${key}/errors`);
    expect(await newest()).toEqual(['errors_cleared', {}]);
    await post('profile', { language_code: '', short_description: 'A shop' });
    expect(await newest()).toEqual(['bot_profile_changed', { what: 'texts' }]);

    const creation = await post('targets', target);
    expect(errorOf(creation)).toBe('200');
    expect(await newest()).toEqual(['target_added', { name: 'Sale' }]);
    const { target_id: id } = dataOf<{ target_id: number }>(creation);
    await post(`targets/${id}`, { ...target, name: 'Summer sale' });
    expect(await newest()).toEqual(['target_changed', { name: 'Summer sale' }]);
    await world.owner.delete(`/api/bots/${key}/targets/${id}`);
    expect(await newest()).toEqual(['target_removed', { name: 'Summer sale' }]);
    await post(`targets/${id}/restore`);
    expect(await newest()).toEqual(['target_restored', { name: 'Summer sale' }]);

    await fetch(`${world.server.url}/api/bots/${key}/conversions.csv`, { headers: { cookie: cookieOf(world.owner) } });
    expect(await newest()).toEqual(['exported', { what: 'conversions' }]);
    await world.owner.delete(`/api/bots/${key}/token`);
    expect(await newest()).toEqual(['token_deleted', {}]);
    await post('rename', { bot_name: 'store_bot' });
    expect(await newest()).toEqual(['bot_renamed', { from: 'shop_bot', name: 'store_bot' }]);
    expect(JSON.stringify(await log())).not.toMatch(/\d{5,}:[\w-]{30,}/);
  });

  it('has no entry for what was refused', async () => {
    const before = (await log()).entries.length;
    expect(errorOf(await post('settings', { session_gap_minutes: 1 }))).toBe('InvalidField session_gap_minutes');
    expect(errorOf(await post('token', { token: 'nonsense' }))).not.toBe('200');
    expect(errorOf(await world.stranger.post(`/api/bots/${key}/settings`, { session_gap_minutes: 50 }))).toBe(
      'NotFound',
    );
    expect((await log()).entries).toHaveLength(before);
  });

  it('is filtered by action and account, and read page after page', async () => {
    const fullLog = await log();
    expect(fullLog.accounts).toEqual(['owner@example.com']);
    expect(fullLog.actions).toContain('target_added');
    const { entries } = await log('?action=target_added');
    expect(entries.map(({ detail }) => detail.name)).toEqual(['Sale']);
    expect((await log('?account=nobody@example.com')).entries).toEqual([]);
    for (let number = 0; number < 55; number += 1) await post('rotate-api-key');
    const first = await log('?action=api_key_rotated');
    expect([first.entries.length, first.more]).toEqual([50, true]);
    const rest = await log(`?action=api_key_rotated&before=${first.entries.at(-1)?.id}`);
    expect([rest.entries.length, rest.more]).toEqual([6, false]);
  });

  it('is exported as a file, which is an entry itself', async () => {
    const file = await fetch(`${world.server.url}/api/bots/${key}/audit.csv?action=bot_renamed`, {
      headers: { cookie: cookieOf(world.owner) },
    });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, line, ...rest] = (await file.text()).trim().split('\r\n');
    expect(head).toBe('time,who,action,detail,bot,bot_name,address,device');
    expect(line).toMatch(
      new RegExp(`^[\\dT:.-]+Z,owner@example\\.com,bot_renamed,"from=shop_bot; name=store_bot",${key},store_bot,127`),
    );
    expect(rest).toEqual([]);
    expect(await newest()).toEqual(['exported', { what: 'audit' }]);
  });

  it('is for those who decide about accounts', async () => {
    for (const path of ['audit', 'audit.csv']) {
      expect(errorOf(await world.stranger.get(`/api/bots/${key}/${path}`))).toBe('NotFound');
      expect(errorOf(await world.server.visitor().get(`/api/bots/${key}/${path}`))).toBe('NotSignedIn');
    }
  });
});

describe('the audit log of an account', () => {
  it('has what the account did, wherever, and nothing of others', async () => {
    const { entries } = dataOf<AuditPage>(await world.owner.get('/api/user/profile/audit?action=bot_added'));
    expect(entries).toMatchObject([{ action: 'bot_added', bot_key: key, bot_name: 'store_bot' }]);
    const strangersPage = dataOf<AuditPage>(await world.stranger.get('/api/user/profile/audit'));
    expect(
      strangersPage.entries.filter(({ actor }) => !['stranger@example.com', operatorActor].includes(actor)),
    ).toEqual([]);
    expect(errorOf(await world.server.visitor().get('/api/user/profile/audit'))).toBe('NotSignedIn');
  });

  it('is exported as a file', async () => {
    const ask = (cookie: string) =>
      fetch(`${world.server.url}/api/user/profile/audit.csv?action=bot_added`, { headers: { cookie } });
    expect((await (await ask(cookieOf(world.owner))).text()).split('\r\n')[1]).toContain(',bot_added,');
    expect((await ask('')).status).toBe(401);
  });

  it('keeps the name of a bot that is gone', async () => {
    expect(errorOf(await world.owner.delete(`/api/bots/${key}`, { bot_name: 'store_bot' }))).toBe('200');
    const { entries } = dataOf<AuditPage>(await world.owner.get('/api/user/profile/audit?action=bot_removed'));
    expect(entries).toMatchObject([{ detail: { name: 'store_bot' } }]);
  });
});

const cookieOf = ({ cookies }: { cookies: Map<string, string> }): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
