import type { AuditPage, Campaign, SentMessageJob, SentMessages } from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '../../../platform/time-units.ts';
import { dataOf, errorOf } from '../../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../../messages/test-writing.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}, client = world.owner) => client.post(botPath(path), body);
const get = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(botPath(`/campaigns/${id}`)));
const sentTo = async (users: readonly SimulatedUser[], message: object = { text: 'Sale today' }): Promise<number> => {
  const audience = { kind: 'ids', user_ids: users.map(({ user }) => user.id) };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'Sale', audience }));
  await post(`/campaigns/${campaign_id}`, { revision: 1, message, sending: { speed: 10, interval_cap: 10 } });
  await post(`/campaigns/${campaign_id}/run`, { revision: 2 });
  await waitForEnd(campaign_id);
  return campaign_id;
};
const waitForEnd = (id: number) => expect.poll(async () => (await get(id)).status, { timeout: 20_000 }).toBe('Done');
const act = (id: number, action: string, body: object = {}) => post(`/campaigns/${id}/sent-messages/${action}`, body);
const state = async (id: number): Promise<SentMessages> =>
  dataOf(await world.owner.get(botPath(`/campaigns/${id}/sent-messages`)));
const waitForJob = async (id: number): Promise<SentMessageJob> => {
  await expect.poll(async () => (await state(id)).jobs[0]?.status, { timeout: 20_000 }).not.toBe('Running');
  const [job] = (await state(id)).jobs;
  if (job === undefined) throw new Error('no job');
  return job;
};
const last = (user: SimulatedUser) => world.callsTo(user).at(-1);

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

describe('messages that were sent', () => {
  it('are edited, each with the values of its user, and the conversation shows both versions', async () => {
    const [boris, clara] = [await world.meet('Boris'), await world.meet('Clara')];
    const id = await sentTo([boris, clara], {
      text: 'Dear {first_name}',
      buttons: [[{ text: 'Go', callback_data: 'go' }]],
    });
    expect(await state(id)).toMatchObject({ editable: 2, deletable: 2, deleted: 0, jobs: [] });
    const message = { text: 'Sorry, {first_name}', buttons: [[{ text: 'Stay', callback_data: 'stay' }]] };
    const startedJob = dataOf<SentMessageJob>(await act(id, 'edit', { message }));
    expect(startedJob).toMatchObject({ action: 'edit', status: 'Running', total: 2, created_by: 'owner@example.com' });
    expect(await waitForJob(id)).toMatchObject({
      status: 'Done',
      total: 2,
      done: 2,
      failed: 0,
      remaining: 0,
      previous: { text: 'Dear {first_name}' },
      message: { text: 'Sorry, {first_name}' },
    });
    expect(last(boris)).toMatchObject({
      method: 'editMessageText',
      params: { text: 'Sorry, Boris', reply_markup: { inline_keyboard: [[{ text: 'Stay', callback_data: 'stay' }]] } },
      status: 200,
    });
    expect(last(clara)).toMatchObject({ params: { text: 'Sorry, Clara' } });
    expect((await get(id)).message).toMatchObject({ text: 'Sorry, {first_name}' });
    await expect
      .poll(async () => (await world.recorded(boris)).map(({ method }) => method), { timeout: 10_000 })
      .toEqual(['sendMessage', 'editMessageText']);
    // Users have this message already: `message is not modified` is a success.
    await act(id, 'edit', { message });
    expect(await waitForJob(id)).toMatchObject({ done: 2, failed: 0 });
  });

  it('are pinned, unpinned and deleted while they are young; who left is counted by reason', async () => {
    const [dan, eve, finn] = [await world.meet('Dan'), await world.meet('Eve'), await world.meet('Finn')];
    const id = await sentTo([dan, eve, finn]);
    await act(id, 'pin', { is_pinned: true });
    expect(await waitForJob(id)).toMatchObject({ action: 'pin', done: 3 });
    expect(last(dan)).toMatchObject({ method: 'pinChatMessage', params: { disable_notification: 'true' } });
    await act(id, 'pin', { is_pinned: false });
    expect(await waitForJob(id)).toMatchObject({ action: 'unpin', done: 3 });
    // Two days ago for Finn: Telegram would not delete it any more.
    await world.server.services.metadata.db
      .updateTable('campaign_recipients')
      .set({ finished_at: new Date(Date.now() - 49 * hourMs) })
      .where('campaign_id', '=', id)
      .where('user_id', '=', finn.user.id)
      .execute();
    const rejection = { code: 403, description: 'Forbidden: user is deactivated' };
    world.bot.script({ method: 'deleteMessage', chatId: eve.user.id, outcome: rejection });
    expect(await state(id)).toMatchObject({ editable: 3, deletable: 2, deletable_until: expect.any(String) });
    await act(id, 'delete');
    expect(await waitForJob(id)).toMatchObject({
      status: 'Done',
      total: 2,
      done: 1,
      failed: 1,
      remaining: 0,
      failures: [{ reason: 'deactivated', count: 1 }],
    });
    expect(last(dan)).toMatchObject({ method: 'deleteMessage', status: 200 });
    expect(world.callsTo(finn).map(({ method }) => method)).not.toContain('deleteMessage');
    expect(await state(id)).toMatchObject({ editable: 2, deletable: 1, deleted: 1 });
    await act(id, 'edit', { message: { text: 'Only those who still have it' } });
    expect(await waitForJob(id)).toMatchObject({ total: 2, done: 2, failed: 0 });
    expect(last(dan)).toMatchObject({ method: 'deleteMessage' });
  });

  it('stop being changed within a moment, and go on where it was', async () => {
    const users = await Promise.all(['Ann', 'Bea', 'Cid', 'Dee', 'Eli', 'Fay'].map((name) => world.meet(name)));
    const id = await sentTo(users);
    world.bot.script({ method: 'editMessageText', outcome: { slow: 400 }, times: 6 });
    const job = dataOf<SentMessageJob>(await act(id, 'edit', { message: { text: 'New' } }));
    expect(errorOf(await act(id, 'delete'))).toBe('JobRunning');
    const edits = () =>
      users.flatMap((user) => world.callsTo(user)).filter(({ method }) => method === 'editMessageText');
    await expect.poll(() => edits().length, { timeout: 10_000 }).toBeGreaterThan(0);
    const path = `jobs/${job.job_id}`;
    expect(dataOf(await act(id, `${path}/stop`))).toMatchObject({ status: 'Stopped', can_resume: true });
    expect(errorOf(await act(id, `${path}/stop`))).toBe('JobEnded');
    expect(errorOf(await act(id, 'jobs/999999/stop'))).toBe('NotFound job_id');
    await expect.poll(async () => (await state(id)).jobs[0]?.done, { timeout: 10_000 }).toBe(edits().length);
    expect(dataOf(await act(id, `${path}/resume`))).toMatchObject({ status: 'Running' });
    expect(await waitForJob(id)).toMatchObject({ status: 'Done', total: 6, done: 6 });
    // Every message has the new text, and a call that was repeated changed nothing.
    expect(
      new Set(
        edits()
          .filter(({ status }) => status === 200)
          .map(({ params }) => params.chat_id),
      ).size,
    ).toBe(6);
    expect(errorOf(await act(id, `${path}/resume`))).toBe('JobEnded');
  });

  it('keep their text where Telegram refuses the new one for all', async () => {
    const gus = await world.meet('Gus');
    const id = await sentTo([gus]);
    expect(errorOf(await act(id, 'edit', { message: { text: ' ' } }))).toBe('CampaignNotReady message.text');
    expect(errorOf(await act(id, 'edit', { message: { text: 'Hi {field.nothing}' } }))).toBe(
      'CampaignNotReady message.text',
    );
    const rejection = { code: 400, description: "Bad Request: can't parse entities: unsupported" };
    world.bot.script({ method: 'editMessageText', chatId: gus.user.id, outcome: rejection });
    await act(id, 'edit', { message: { text: 'Refused' } });
    expect(await waitForJob(id)).toMatchObject({
      status: 'Error',
      problem: 'TelegramRefused',
      done: 0,
      remaining: 1,
      can_resume: true,
    });
  });

  it('are nobody’s to change without both permissions, or while the campaign is sent', async () => {
    const id = await sentTo([world.anna]);
    expect(errorOf(await world.stranger.get(botPath(`/campaigns/${id}/sent-messages`)))).toBe('NotFound');
    const keys = ['tasker.task.view', 'tasker.campaign.run', 'tasker.campaign.stop'];
    await post('/permissions/grant', { email: 'stranger@example.com', role: null, keys });
    for (const action of ['edit', 'delete', 'pin']) {
      const body = { message: { text: 'x' }, is_pinned: true };
      const response = await world.stranger.post(botPath(`/campaigns/${id}/sent-messages/${action}`), body);
      expect(errorOf(response)).toBe('AccessDenied');
    }
    const draft = dataOf<Campaign>(await post('/campaigns', { name: 'Draft' }));
    expect(errorOf(await act(draft.campaign_id, 'pin', { is_pinned: true }))).toBe('CampaignRunning');
    expect(errorOf(await act(999_999, 'delete'))).toBe('NotFound campaign_id');
  });
});

it('a campaign goes to new members of its audience, and to nobody twice', async () => {
  const first = await world.meet('Zed');
  const members = { user_ids: [first.user.id] };
  const list = dataOf<{ segment_id: number }>(await post('/segments', { name: 'New', kind: 'list', members }));
  const rules = { match: 'all', rules: [{ kind: 'segment', segment_id: list.segment_id, not: false }] };
  const { campaign_id: id } = dataOf<Campaign>(
    await post('/campaigns', { name: 'Welcome', audience: { kind: 'rules', rules } }),
  );
  await post(`/campaigns/${id}`, { revision: 1, message: { text: 'Welcome' } });
  await post(`/campaigns/${id}/run`, { revision: 2 });
  await waitForEnd(id);
  const count = async () =>
    dataOf<{ users: number }>(await world.owner.get(botPath(`/campaigns/${id}/new-members`))).users;
  expect(await count()).toBe(0);
  expect(errorOf(await post(`/campaigns/${id}/new-members`))).toBe('NoRecipients');
  const second = await world.meet('Zed');
  await post(`/segments/${list.segment_id}/members`, { action: 'add', members: { user_ids: [second.user.id] } });
  await expect.poll(count).toBe(1);
  expect(dataOf(await post(`/campaigns/${id}/new-members`))).toEqual({ users: 1 });
  await waitForEnd(id);
  expect((await get(id)).counts).toMatchObject({ total: 2, delivered: 2 });
  expect([world.callsTo(first).length, world.callsTo(second).length]).toEqual([1, 1]);
  const toIds = await sentTo([first]);
  expect(dataOf(await world.owner.get(botPath(`/campaigns/${toIds}/new-members`)))).toEqual({ users: null });
});

it('every action is in the log', async () => {
  const { entries } = dataOf<AuditPage>(await world.owner.get(botPath('/audit?action=campaign_messages_deleted')));
  expect(entries[0]).toMatchObject({ detail: { name: 'Sale', messages: 2 } });
});
