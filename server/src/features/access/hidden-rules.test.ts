import {
  api,
  type Campaign,
  everyone,
  type PermissionKey,
  type Segment,
  type SegmentRules,
  type UsersView,
} from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RevealingPart, revealingParts } from '../../platform/revealed-parts.ts';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { createRevealedWorld, everything, type RevealedWorld } from './test-revealed.ts';

/**
 * Colleagues with more permissions save conditions: those with fewer see that there are some, and change the rest
 * without losing them.
 */

const secret = 'refund-7319';
const rules: SegmentRules = {
  match: 'all',
  rules: [
    {
      kind: 'event',
      did: true,
      event: { kind: 'text', text: secret, match: 'contains' },
      times: { of: 'count', is: 'at_least', number: 1 },
      when: { kind: 'ever' },
    },
  ],
};
const fewer = 'without section.users.chat.view';

let server: TestServer;
let world: RevealedWorld;
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api' });
  world = await createRevealedWorld(server, { without: ['section.users.chat.view', 'custom_fields.view'] });
});
afterAll(() => server.close());

async function post<Data>(persona: string, url: string, body: object = {}): Promise<Data> {
  const { status, data, text } = await world.ask(persona, 'POST', { url, body });
  expect([url, status, text]).toEqual([url, 200, text]);
  return data as Data;
}
async function get<Data>(persona: string, url: string): Promise<Data> {
  const { status, data } = await world.ask(persona, 'GET', { url });
  expect([url, status]).toEqual([url, 200]);
  return data as Data;
}

/** Reports show only the names of targets; a warning has rules only for users who may see all of them. */
const shownInFull = ['/bots/{key}/targets', '/bots/{key}/campaigns/{campaign_id}/warnings/values'];

it('knows every answer that can have conditions', () => {
  const conditions: RevealingPart[] = ['rules', 'rules_text', 'event', 'trigger', 'target', 'filter'];
  const paths = Object.values(api)
    .filter(({ data }) => revealingParts(data).some((part) => conditions.includes(part)))
    .map(({ path }) => path.replace(/^(\/bots\/\{key\}\/(?:users-views|segments|targets|shares)).*/, '$1'))
    .map((path) => path.replace(/^(\/bots\/\{key\}\/campaigns)(?:\/\{campaign_id\}(?:\/\w+)?)?$/, '$1'));
  expect([...new Set(paths)].toSorted()).toEqual(
    [
      ...['/bots/{key}/campaigns', '/bots/{key}/users-views', '/bots/{key}/segments', ...shownInFull],
      // shares/shares.test.ts
      ...['/bots/{key}/shares', '/share/{token}'],
    ].toSorted(),
  );
});

it('rules of a segment are hidden, kept when it is renamed, and never replaced', async () => {
  const { segment_id: id } = await post<Segment>(everything, '/segments', { name: 'Angry', kind: 'dynamic', rules });
  const [maskedSegment] = await get<Segment[]>(fewer, '/segments');
  expect(maskedSegment).toMatchObject({ name: 'Angry', is_hidden: true, rules: everyone, may_change: true });
  expect(await post<Segment>(fewer, `/segments/${id}`, { name: 'Calm' })).toMatchObject({ is_hidden: true });
  const replaced = { url: `/segments/${id}`, body: { name: 'Calm', rules: everyone } };
  expect((await world.ask(fewer, 'POST', replaced)).error).toMatchObject({ code: 'AccessDenied', field: 'rules' });
  expect(await get(everything, '/segments')).toMatchObject([{ name: 'Calm', is_hidden: false, rules }]);

  const explained = { url: `/reports/visitors?period=7d&explain=1&filter=segment:${id}` };
  expect((await world.ask(everything, 'GET', explained)).text).toContain(secret);
  expect((await world.ask(fewer, 'GET', explained)).text).not.toContain(secret);
});

it('a shared view says that it is hidden, and keeps what it shows', async () => {
  const state = { rules: JSON.stringify(rules), search: '', sort: '', columns: 'status' };
  const draft = { name: 'Angry users', is_shared: true, state };
  const { view_id: id } = await post<UsersView>(everything, '/users-views', draft);
  const [maskedView] = await get<UsersView[]>(fewer, '/users-views');
  expect(maskedView).toMatchObject({ is_hidden: true, state: { rules: '', columns: '' } });
  const { db } = server.services.metadata;
  // Colleagues with a role change shared views.
  await db.updateTable('users_views').set({ account_key: 'without_section_users_chat_view' }).execute();
  const renamed = { name: 'Renamed', is_shared: true, state: maskedView?.state };
  expect(await post<UsersView>(fewer, `/users-views/${id}`, renamed)).toMatchObject({ name: 'Renamed' });
  expect(await get(everything, '/users-views')).toMatchObject([{ name: 'Renamed', is_hidden: false, state }]);
});

it('rules of an audience are hidden, and kept by a change of the rest and by a copy', async () => {
  const body = { name: 'Sorry', audience: { kind: 'rules', rules } };
  const { campaign_id: id, revision } = await post<Campaign>(everything, '/campaigns', body);
  const maskedCampaign = await get<Campaign>(fewer, `/campaigns/${id}`);
  expect(maskedCampaign.audience).toMatchObject({ kind: 'rules', is_hidden: true });
  expect(JSON.stringify(maskedCampaign)).not.toContain(secret);

  const audience = { ...maskedCampaign.audience, is_service: true };
  await post(fewer, `/campaigns/${id}`, { revision, audience });
  const fullCampaign = await get<Campaign>(everything, `/campaigns/${id}`);
  expect(fullCampaign.audience).toEqual({
    ...body.audience,
    is_service: true,
    without_campaigns: [],
    without_recent_hours: null,
  });

  const copy = await post<Campaign>(fewer, '/campaigns', { name: 'Copy', copy_of: id });
  expect(JSON.stringify(copy)).not.toContain(secret);
  expect((await get<Campaign>(everything, `/campaigns/${copy.campaign_id}`)).audience.rules).toEqual(rules);
  const other = { revision: fullCampaign.revision, audience: { kind: 'all' } };
  expect(await post<Campaign>(fewer, `/campaigns/${id}`, other)).toMatchObject({ audience: { kind: 'all' } });
});

it('the trigger of an automation is hidden, and kept by a change of its delay', async () => {
  const trigger = { kind: 'event', event: { kind: 'text', text: secret, match: 'exact' } };
  const automation = { trigger, unless_target: 2, delay_minutes: 5 };
  const { campaign_id: id, revision } = await post<Campaign>(everything, '/campaigns', { name: 'Reply', automation });
  const maskedCampaign = await get<Campaign>(fewer, `/campaigns/${id}`);
  expect(maskedCampaign.automation).toMatchObject({ is_hidden: true, delay_minutes: 5 });
  expect(JSON.stringify(maskedCampaign)).not.toContain(secret);
  await post(fewer, `/campaigns/${id}`, { revision, automation: { ...maskedCampaign.automation, delay_minutes: 60 } });
  const fullCampaign = await get<Campaign>(everything, `/campaigns/${id}`);
  expect(fullCampaign.automation).toMatchObject({ ...automation, delay_minutes: 60 });
  expect(fullCampaign.automation).not.toHaveProperty('is_hidden');
});

it.each<[PermissionKey, string, object]>([
  ['tasker.task.update', '', { revision: 1, name: 'Changed' }],
  ['tasker.task.update', '/archive', { is_archived: true }],
])('%s alone does not read what a campaign says (%s)', async (key, path, body) => {
  const name = `only ${key} ${path}`;
  await world.add(name, [key]);
  const { campaign_id: id } = await post<Campaign>(everything, '/campaigns', { name: 'News' });
  await post(everything, `/campaigns/${id}`, { revision: 1, message: { text: secret } });
  const revised = 'revision' in body ? { ...body, revision: 2 } : body;
  const answer = await post<Campaign>(name, `/campaigns/${id}${path}`, revised);
  expect(JSON.stringify(answer)).not.toContain(secret);
  expect((await get<Campaign>(everything, `/campaigns/${id}`)).message.text).toBe(secret);
});

it('a copy is for those who may view campaigns', async () => {
  await world.add('writer', ['tasker.task.create']);
  const { campaign_id: id } = await post<Campaign>(everything, '/campaigns', { name: 'News' });
  const body = { name: 'Copy', copy_of: id };
  expect((await world.ask('writer', 'POST', { url: '/campaigns', body })).error).toMatchObject({ field: 'copy_of' });
});

it('fields are written into messages by those alone who may see them; what is there may stay', async () => {
  const { campaign_id: id } = await post<Campaign>(everything, '/campaigns', { name: 'News' });
  const noFields = 'without custom_fields.view';
  const link = { text: 'Go', url: 'https://example.com/?v={field.vip}' };
  const write = (revision: number, message: object) => ({ url: `/campaigns/${id}`, body: { revision, message } });
  for (const message of [{ text: '{field.vip}' }, { text: 'Hi', buttons: [[link]] }]) {
    const { error } = await world.ask(noFields, 'POST', write(1, message));
    expect(error).toMatchObject({ code: 'AccessDenied', field: 'message.text' });
  }
  await post(everything, `/campaigns/${id}`, { revision: 1, message: { text: 'Hi {field.vip}' } });
  await post(noFields, `/campaigns/${id}`, { revision: 2, message: { text: 'Hello {field.vip}' } });
});
