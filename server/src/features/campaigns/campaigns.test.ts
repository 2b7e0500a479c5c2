import type { AuditPage, Campaign, CampaignSummary } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const create = async (body: object = {}): Promise<Campaign> =>
  dataOf(await post('/campaigns', { name: 'Spring sale', ...body }));
const save = async (campaign: Campaign, changes: object): Promise<Campaign> =>
  dataOf(await post(`/campaigns/${campaign.campaign_id}`, { revision: campaign.revision, ...changes }));
const get = async ({ campaign_id }: Campaign): Promise<Campaign> =>
  dataOf(await world.owner.get(botPath(`/campaigns/${campaign_id}`)));
const list = async (query = ''): Promise<CampaignSummary[]> =>
  dataOf(await world.owner.get(botPath(`/campaigns${query}`)));
const toAnna = () => ({ kind: 'ids', user_ids: [world.anna.user.id] });
const createDraft = async (text = 'Hello'): Promise<Campaign> =>
  save(await create({ audience: toAnna() }), { message: { text } });

beforeAll(async () => {
  world = await startWriting();
}, 120_000);
afterAll(() => world.close());

describe('a draft', () => {
  it('begins empty, is saved in parts, and is in the list', async () => {
    const draft = await create();
    expect(draft).toEqual({
      campaign_id: draft.campaign_id,
      kind: 'once',
      automation: null,
      name: 'Spring sale',
      type: 'sendMessage',
      status: 'Draft',
      problem: '',
      problem_description: '',
      counts: { total: 0, delivered: 0, not_delivered: 0, unknown: 0, waiting: 0, cancelled: 0 },
      is_preparing: false,
      paused_until: null,
      paused_for: null,
      date_send: null,
      date_start: null,
      date_finish: null,
      date_create: expect.any(String),
      is_archived: false,
      revision: 1,
      audience: { kind: 'all', without_campaigns: [], without_recent_hours: null, is_service: false },
      message: {
        text: '',
        entities: [],
        buttons: [],
        media: null,
        disable_notification: false,
        protect_content: false,
        disable_preview: false,
        track_links: false,
      },
      sending: {
        date_send: null,
        user_time: null,
        speed: 10,
        interval_cap: 10,
        spread_hours: null,
        quiet: null,
        not_after_hours: 2,
        is_paid: false,
        finish_by: null,
      },
      variants: { languages: [], others: [], test: null, hold_out: null },
      test: null,
      control_group: 0,
      user_times: null,
      bot_per_second: 0,
      file_names: {},
      file_name: null,
      created_by: 'owner@example.com',
      updated_by: 'owner@example.com',
      date_update: expect.any(String),
    });
    const updatedCampaign = await save(draft, { message: { text: 'Hello {first_name|friend}' } });
    expect(updatedCampaign).toMatchObject({
      revision: 2,
      name: 'Spring sale',
      message: { text: 'Hello {first_name|friend}' },
    });
    const renamedCampaign = await save(updatedCampaign, { name: 'Summer sale', sending: { speed: 5 } });
    expect(renamedCampaign).toMatchObject({ revision: 3, name: 'Summer sale', sending: { speed: 5 } });
    expect(await get(draft)).toEqual(renamedCampaign);
    const [first] = await list();
    expect(first).toMatchObject({ campaign_id: draft.campaign_id, name: 'Summer sale', status: 'Draft' });
  });

  it('may be written in markup, which is stored as formats', async () => {
    const draft = await create();
    const text = '<b>Hi</b> {first_name|friend}, <a href="https://shop.example.com">our shop</a>';
    const updatedCampaign = await save(draft, { message: { text, parse_mode: 'HTML' } });
    expect(updatedCampaign.message).toMatchObject({
      text: 'Hi {first_name|friend}, our shop',
      entities: [
        { type: 'bold', offset: 0, length: 2 },
        { type: 'text_link', offset: 24, length: 8, url: 'https://shop.example.com' },
      ],
    });
    expect('parse_mode' in updatedCampaign.message).toBe(false);
    const markupResponse = await post(`/campaigns/${draft.campaign_id}`, {
      revision: updatedCampaign.revision,
      message: { text: 'Sale. Today!', parse_mode: 'MarkdownV2' },
    });
    expect(errorOf(markupResponse)).toBe('InvalidMarkup message.text');
    expect(JSON.stringify(markupResponse.body)).toContain('MarkdownV2: reserved at UTF-16 offset 4');
    const conflictingMessage = { text: 'x', entities: [{ type: 'bold', offset: 0, length: 1 }], parse_mode: 'HTML' };
    const conflictResponse = await post(`/campaigns/${draft.campaign_id}`, {
      revision: updatedCampaign.revision,
      message: conflictingMessage,
    });
    expect(errorOf(conflictResponse)).toBe('InvalidField message.entities');
  });

  it('is not overwritten by who has not seen the last change', async () => {
    const draft = await create();
    await save(draft, { name: 'Theirs' });
    const stale = await post(`/campaigns/${draft.campaign_id}`, { revision: 1, name: 'Mine' });
    expect(errorOf(stale)).toBe('CampaignChanged revision');
    expect(stale.status).toBe(409);
    expect((await get(draft)).name).toBe('Theirs');
  });

  it('is copied with everything but its date', async () => {
    const source = await save(await create({ audience: toAnna() }), {
      message: { text: 'Hi', buttons: [[{ text: 'Go', callback_data: 'go' }]] },
      sending: { date_send: '2099-01-01T10:00:00.000Z', speed: 3 },
    });
    const copy = await create({ name: 'Again', copy_of: source.campaign_id });
    expect(copy).toMatchObject({ name: 'Again', status: 'Draft', revision: 1, date_send: null });
    expect([copy.audience, copy.message]).toEqual([source.audience, source.message]);
    expect(copy.sending).toEqual({ ...source.sending, date_send: null });
    expect(errorOf(await post('/campaigns', { name: 'No', copy_of: 999_999 }))).toBe('NotFound copy_of');
  });

  it('leaves the list and comes back', async () => {
    const draft = await create({ name: 'Old' });
    const archive = (is_archived: boolean) => post(`/campaigns/${draft.campaign_id}/archive`, { is_archived });
    expect(dataOf(await archive(true))).toMatchObject({ is_archived: true });
    const names = async (query?: string) => (await list(query)).map(({ name }) => name);
    expect(await names()).not.toContain('Old');
    expect(await names('?archived=1')).toContain('Old');
    expect(dataOf(await archive(false))).toMatchObject({ is_archived: false });
    expect(await names()).toContain('Old');
  });
});

describe('a start', () => {
  it('is one start however often it is requested, and ends the draft', async () => {
    const draft = await createDraft();
    const run = () => post(`/campaigns/${draft.campaign_id}/run`, { revision: draft.revision });
    const [one, other] = await Promise.all([run(), run()]);
    for (const answer of [one, other]) expect(dataOf(answer)).toMatchObject({ status: 'In_progress' });
    expect(dataOf(await run())).toMatchObject({ status: 'In_progress', date_start: expect.any(String) });
    const response = await post(`/campaigns/${draft.campaign_id}`, { revision: draft.revision, name: 'x' });
    expect(errorOf(response)).toBe('CampaignStarted');
    expect(errorOf(await post(`/campaigns/${draft.campaign_id}/archive`, { is_archived: true }))).toBe(
      'CampaignRunning',
    );
    expect(dataOf(await post(`/campaigns/${draft.campaign_id}/stop`))).toMatchObject({ status: 'Cancel' });
    expect(errorOf(await post(`/campaigns/${draft.campaign_id}/stop`))).toBe('CampaignNotRunning');
    expect(dataOf(await post(`/campaigns/${draft.campaign_id}/resume`))).toMatchObject({ status: 'In_progress' });
    expect(errorOf(await post(`/campaigns/${draft.campaign_id}/finish`))).toBe('CampaignRunning');
    expect(errorOf(await post(`/campaigns/${draft.campaign_id}/repeat`, { group: 'unknown' }))).toBe('CampaignRunning');
    await post(`/campaigns/${draft.campaign_id}/stop`);
    expect(dataOf(await post(`/campaigns/${draft.campaign_id}/finish`))).toMatchObject({
      status: 'Done',
      date_finish: expect.any(String),
    });
    expect(errorOf(await post(`/campaigns/${draft.campaign_id}/repeat`, { group: 'unknown' }))).toBe(
      'NoRecipients group',
    );
  });

  it('plans a campaign that has a date, and a stop before the date makes it a draft', async () => {
    const date_send = '2099-01-01T10:00:00.000Z';
    const draft = await save(await createDraft(), { sending: { date_send } });
    const plannedCampaign = dataOf<Campaign>(
      await post(`/campaigns/${draft.campaign_id}/run`, { revision: draft.revision }),
    );
    expect(plannedCampaign).toMatchObject({ status: 'Not_started', date_send, date_start: null });
    const stoppedCampaign = dataOf<Campaign>(await post(`/campaigns/${draft.campaign_id}/stop`));
    expect(stoppedCampaign).toMatchObject({ status: 'Draft', revision: draft.revision });
    expect(await save(stoppedCampaign, { name: 'Later' })).toMatchObject({ name: 'Later' });
  });

  it('is refused while something is wrong, which the check names', async () => {
    const draft = await save(await create(), {
      audience: { kind: 'ids', user_ids: [424_242] },
      message: { text: 'Dear {field.nickname|you}', buttons: [[{ text: 'Go', url: 'nowhere' }]] },
      sending: {
        date_send: '2020-01-01T10:00:00.000Z',
        speed: 20,
        quiet: { from: '22:00', to: '08:00', time_zone: 'X' },
      },
    });
    expect(dataOf(await world.owner.get(botPath(`/campaigns/${draft.campaign_id}/check`)))).toEqual([
      { code: 'InvalidButton', field: 'message.buttons.0.0' },
      { code: 'UnknownVariable', field: 'message.text' },
      { code: 'NoRecipients', field: 'audience' },
      { code: 'DateInPast', field: 'sending.date_send' },
      { code: 'InvalidField', field: 'sending.speed' },
      { code: 'InvalidField', field: 'sending.quiet.time_zone' },
    ]);
    const response = await post(`/campaigns/${draft.campaign_id}/run`, { revision: draft.revision });
    expect(errorOf(response)).toBe('CampaignNotReady message.buttons.0.0');
    expect((await get(draft)).status).toBe('Draft');
    const stale = await post(`/campaigns/${draft.campaign_id}/run`, { revision: 1 });
    expect(errorOf(stale)).toBe('CampaignChanged revision');
  });
});

it('an audience is split into those who can get it and the others', async () => {
  const [boris, clara] = [await world.meet('Boris'), await world.meet('Clara')];
  clara.blocks();
  await expect
    .poll(async () => {
      const user_ids = [world.anna, boris, boris, clara].map(({ user }) => user.id);
      return dataOf(await post('/campaign-audiences/count', { kind: 'ids', user_ids: [...user_ids, 424_242] }));
    })
    .toEqual({ can_get: 2, left: 1, never_started: 1, excluded: 0, unsubscribed: 0, duplicates: 1 });
  await post(`/users/${boris.user.id}/mailing-exclusion`, { is_excluded: true });
  const everyone = { can_get: 1, left: 1, never_started: 0, excluded: 1, unsubscribed: 0, duplicates: 0 };
  expect(dataOf(await post('/campaign-audiences/count', { kind: 'all' }))).toEqual(everyone);
});

it('a preview has the values of a user, and what Telegram would refuse', async () => {
  const draft = await createDraft('Hello {first_name|friend}, {username|nobody}');
  const preview = (body: object) => post(`/campaigns/${draft.campaign_id}/preview`, body);
  const emptyPreview = { entities: [], buttons: [], problems: [], version: { variant: 'A', language: '' } };
  expect(dataOf(await preview({ user_id: world.anna.user.id }))).toEqual({
    text: `Hello Anna, ${world.anna.user.username ?? 'nobody'}`,
    ...emptyPreview,
  });
  expect(errorOf(await preview({ user_id: 424_242 }))).toBe('NotFound user_id');
});

describe('others', () => {
  it('find nothing', async () => {
    const draft = await create();
    const path = botPath(`/campaigns/${draft.campaign_id}`);
    expect(errorOf(await world.stranger.get(botPath('/campaigns')))).toBe('NotFound');
    expect(errorOf(await world.stranger.get(path))).toBe('NotFound');
    expect(errorOf(await world.owner.get(botPath('/campaigns/999999')))).toBe('NotFound campaign_id');
  });

  it('need the permission to send besides the one to start, and see no names in a preview without the list', async () => {
    const draft = await createDraft('Hello {first_name|friend}');
    const keys = ['tasker.task.view', 'tasker.campaign.run', 'tasker.campaign.stop', 'communication.messages.preview'];
    await post('/permissions/grant', { email: 'stranger@example.com', role: null, keys });
    const path = botPath(`/campaigns/${draft.campaign_id}`);
    expect((await world.stranger.get(path)).status).toBe(200);
    expect(errorOf(await world.stranger.post(`${path}/run`, { revision: draft.revision }))).toBe('AccessDenied');
    expect(errorOf(await world.stranger.post(`${path}/stop`, {}))).toBe('AccessDenied');
    expect(errorOf(await world.stranger.post(path, { revision: draft.revision, name: 'x' }))).toBe('AccessDenied');
    const preview = await world.stranger.post(`${path}/preview`, { user_id: world.anna.user.id });
    expect(dataOf<{ text: string }>(preview).text).toBe('Hello friend');
  });
});

it('every step is in the log, with the name of the campaign', async () => {
  const { entries } = dataOf<AuditPage>(await world.owner.get(botPath('/audit?action=campaign_planned')));
  expect(entries.map(({ action, detail }) => ({ action, detail }))).toEqual([
    { action: 'campaign_planned', detail: { campaign_id: expect.any(Number), name: 'Spring sale' } },
  ]);
});
