import type { Bot, FieldChange, UserField, UserJob } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from '../features/connections/test-world.ts';

let world: World;
let key: string;

const says = (id: number, user: number) => {
  const date = Math.floor(Date.now() / 1_000) - 600 + id;
  const from = { id: user, is_bot: false, first_name: `User ${user}` };
  const message = { message_id: id, date, from, chat: { id: user, type: 'private' }, text: '/start' };
  return { date: new Date(date * 1_000).toISOString(), update: { update_id: id, message } };
};
const botUrl = (path: string) => `/api/bots/${key}${path}`;
const jobs = async () => dataOf<UserJob[]>(await world.owner.get(botUrl('/user-jobs')));
const waitForEnd = async (id: number): Promise<UserJob> => {
  const find = async () => (await jobs()).find((job) => job.job_id === id);
  await expect.poll(async () => (await find())?.ended_at ?? null, { timeout: 20_000 }).not.toBeNull();
  const job = await find();
  if (job === undefined) throw new Error('no such job');
  return job;
};
const setField = (body: object) => world.owner.post(botUrl('/user-jobs/fields'), body);
const loadCity = async (user: number) =>
  dataOf<UserField[]>(await world.owner.get(botUrl(`/users/${user}/fields`))).find((field) => field.key === 'city')
    ?.value;
const cities = () => Promise.all([101, 102, 103].map(loadCity));

beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api,worker' });
  const creation = dataOf<{ bot: Bot; api_key: string }>(
    await world.owner.post('/api/bots', { bot_name: 'shop_bot', connection_type: 'api' }),
  );
  key = creation.bot.key;
  await fetch(`${world.server.url}/v1/send-batch-update`, {
    method: 'POST',
    headers: { 'api-key': creation.api_key },
    body: JSON.stringify([says(1, 101), says(2, 102), says(3, 103)]),
  });
  await world.server.services.store.flush();
  const field = {
    key: 'city',
    name: 'City',
    type: 'choice',
    settings: { options: ['Riga', 'Oslo'].map((value) => ({ value })) },
  };
  await world.owner.post(botUrl('/custom-fields'), field);
  await world.owner.post(botUrl('/users/102/fields'), { values: { city: 'Oslo' } });
}, 120_000);
afterAll(() => world.close());

describe('a field of many users', () => {
  const everyone = { members: { selection: {} }, expected: 3, field: 'city', value: 'Riga' };

  it('is set in the background, in the name of who asked for it, and restored where nobody changed it since', async () => {
    const startedJob = dataOf<UserJob>(await setField(everyone));
    expect(startedJob).toEqual({
      ...{ job_id: startedJob.job_id, action: 'set_field', field: 'city', value: 'Riga', state: 'waiting', total: 3 },
      ...{ done: 0, failed: 0, skipped: 0, problem: '', created_by: 'owner@example.com', can_undo: false },
      ...{ created_at: expect.any(String), ended_at: null },
    });
    expect(await waitForEnd(startedJob.job_id)).toMatchObject({ state: 'done', done: 3, failed: 0, can_undo: true });
    expect(await cities()).toEqual(['Riga', 'Riga', 'Riga']);
    const [change] = dataOf<FieldChange[]>(await world.owner.get(botUrl('/users/101/field-history?field=city')));
    expect(change).toMatchObject({ value: 'Riga', by: 'account', actor: 'owner@example.com' });

    await world.owner.post(botUrl('/users/103/fields'), { values: { city: 'Oslo' } });
    const undo = dataOf<UserJob>(await world.owner.post(botUrl(`/user-jobs/${startedJob.job_id}/undo`)));
    expect(await waitForEnd(undo.job_id)).toMatchObject({
      action: 'undo',
      state: 'done',
      total: 3,
      done: 2,
      skipped: 1,
    });
    expect(await cities()).toEqual([null, 'Oslo', 'Oslo']);
    expect(errorOf(await world.owner.post(botUrl(`/user-jobs/${startedJob.job_id}/undo`)))).toBe('NothingToUndo');
    expect((await jobs()).map(({ job_id, can_undo }) => [job_id, can_undo])).toEqual([
      [undo.job_id, false],
      [startedJob.job_id, false],
    ]);
  });

  it('is cleared of ticked users; strangers among them do not count', async () => {
    const body = { ...everyone, members: { user_ids: [999, 102, 103] }, value: null, expected: 3 };
    const { job_id } = dataOf<UserJob>(await setField(body));
    expect(await waitForEnd(job_id)).toMatchObject({ state: 'done', total: 2, done: 2 });
    expect(await cities()).toEqual([null, null, null]);
  });

  it('is not touched when the request is wrong, or the selection has grown', async () => {
    const before = (await jobs()).length;
    expect(errorOf(await setField({ ...everyone, expected: 2 }))).toBe('SelectionGrew expected');
    expect(errorOf(await setField({ ...everyone, value: 'Paris' }))).toBe('FieldOutOfRange value');
    expect(errorOf(await setField({ ...everyone, value: true }))).toBe('WrongFieldType value');
    expect(errorOf(await setField({ ...everyone, field: 'town' }))).toBe('NotFound field');
    expect(errorOf(await setField({ ...everyone, expected: 0 }))).toBe('InvalidField expected');
    expect(errorOf(await setField({ ...everyone, members: { selection: { rules: 'no' } } }))).toBe(
      'InvalidField rules',
    );
    expect((await jobs()).length).toBe(before);
    expect(await cities()).toEqual([null, null, null]);
  });

  it('an ended job stays as it is, and one that is nobody’s is not found', async () => {
    const [last] = await jobs();
    expect(dataOf(await world.owner.post(botUrl(`/user-jobs/${last?.job_id}/stop`)))).toEqual(last);
    expect(errorOf(await world.owner.post(botUrl('/user-jobs/99999/stop')))).toBe('NotFound job_id');
    expect(errorOf(await world.stranger.get(botUrl('/user-jobs')))).toMatch(/^NotFound/);
    expect(errorOf(await world.stranger.post(botUrl(`/user-jobs/${last?.job_id}/undo`)))).toMatch(/^NotFound/);
  });

  it('is the business of those who may manage fields, and its values of those who may see them', async () => {
    const keys = ['section.users.list'];
    const grantResponse = await world.owner.post(botUrl('/permissions/grant'), {
      email: 'stranger@example.com',
      role: null,
      keys,
    });
    expect(grantResponse.status).toBe(200);
    const [visibleJob] = dataOf<UserJob[]>(await world.stranger.get(botUrl('/user-jobs')));
    expect(visibleJob).toMatchObject({ action: 'set_field', field: '', value: null });
    expect(errorOf(await world.stranger.post(botUrl('/user-jobs/fields'), everyone))).toBe('AccessDenied');
    expect(errorOf(await world.stranger.post(botUrl(`/user-jobs/${visibleJob?.job_id}/stop`)))).toBe('AccessDenied');
    const erase = { members: { selection: {} }, expected: 3, mode: 'erase' };
    expect(errorOf(await world.stranger.post(botUrl('/user-jobs/erasures'), erase))).toBe('AccessDenied');
  });

  it('leaves two entries in the log', async () => {
    const { entries } = dataOf<{ entries: { action: string; detail: object }[] }>(
      await world.owner.get(botUrl('/audit')),
    );
    const ofJobs = entries.filter(({ action }) => action.startsWith('user_job'));
    expect(ofJobs.slice(-2).map(({ action, detail }) => [action, detail])).toEqual([
      ['user_job_ended', { action: 'set_field', name: 'city', state: 'done', done: 3, failed: 0, skipped: 0 }],
      ['user_job_started', { action: 'set_field', name: 'city', users: 3 }],
    ]);
  });
});
