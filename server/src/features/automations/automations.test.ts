import type { AuditPage, AutomationStatistics, Campaign, CampaignSummary } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const onCommand = (name: string) => ({ kind: 'event', event: { kind: 'command', name } });
const create = async (automation: object, message: object = { text: 'Hi {first_name}' }): Promise<Campaign> => {
  const draft = dataOf<Campaign>(await post('/campaigns', { name: 'Welcome', automation }));
  return dataOf(await post(`/campaigns/${draft.campaign_id}`, { revision: draft.revision, message }));
};
const run = ({ campaign_id, revision }: Campaign) => post(`/campaigns/${campaign_id}/run`, { revision });
const get = async ({ campaign_id }: Campaign): Promise<Campaign> =>
  dataOf(await world.owner.get(botPath(`/campaigns/${campaign_id}`)));
const statistics = async ({ campaign_id }: Campaign): Promise<AutomationStatistics> =>
  dataOf(await world.owner.get(botPath(`/campaigns/${campaign_id}/automation`)));
const textsTo = (user: Parameters<WritingWorld['callsTo']>[0]) => world.callsTo(user).map(({ params }) => params.text);

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

describe('an automation', () => {
  it('sends to those for whom something does, and to nobody else', async () => {
    const draft = await create({ trigger: onCommand('/buy') });
    expect(draft).toMatchObject({
      kind: 'automation',
      automation: {
        ...{ trigger: onCommand('/buy'), delay_minutes: 0, repeat: 'once', pause_hours: 24 },
        ...{ cap: null, unless_target: null, still_in: false },
      },
    });
    const welcome = await create({ trigger: { kind: 'first_contact' } }, { text: 'Welcome' });
    for (const one of [draft, welcome]) expect(dataOf(await run(one))).toMatchObject({ status: 'In_progress' });
    const ben = await world.meet('Ben');
    await expect.poll(() => textsTo(ben), { timeout: 90_000 }).toEqual(['Welcome']);
    world.anna.sends('/buy');
    await expect.poll(() => textsTo(world.anna), { timeout: 90_000 }).toEqual(['Hi Anna']);
    world.anna.sends('/buy');
    ben.sends('/help');
    await expect
      .poll(() => statistics(draft), { timeout: 20_000 })
      .toMatchObject({
        ...{ totals: { triggered: 1, delivered: 1, skipped: 0, planned: 0 }, skipped: [], evaluated_at: null },
        days: [{ triggered: 1, delivered: 1 }],
      });
    expect(await get(draft)).toMatchObject({ status: 'In_progress', counts: { total: 1, delivered: 1 } });
    expect(world.callsTo(world.anna)).toHaveLength(1);
    expect(world.callsTo(ben)).toHaveLength(1);
    const list = dataOf<CampaignSummary[]>(await world.owner.get(botPath('/campaigns')));
    expect(list.map(({ kind }) => kind)).toEqual(['automation', 'automation']);
  }, 300_000);

  it('has languages, but no variants and no control group', async () => {
    const { campaign_id, revision } = await create({ trigger: onCommand('/langs') }, { text: 'Hi' });
    const save = async (from: number, variants: object): Promise<unknown> => {
      await post(`/campaigns/${campaign_id}`, { revision: from, variants });
      return dataOf(await world.owner.get(botPath(`/campaigns/${campaign_id}/check`)));
    };
    const otherVariants = [{ share: 50, message: { text: 'B' } }];
    const test = { share: 20, hours: 1, winner: { by: 'pressed' } };
    expect(await save(revision, { others: otherVariants, test, hold_out: 10 })).toEqual(
      ['others', 'test', 'hold_out'].map((name) => ({ code: 'InvalidField', field: `variants.${name}` })),
    );
    expect(await save(revision + 1, { languages: [{ code: 'ru', message: { text: 'Привет' } }] })).toEqual([]);
  });

  it('is edited while it is stopped, and goes on as it was edited', async () => {
    const draft = await create({ trigger: onCommand('/news'), repeat: 'each', pause_hours: 0 });
    await run(draft);
    const response = await post(`/campaigns/${draft.campaign_id}`, { revision: draft.revision, name: 'No' });
    expect(errorOf(response)).toBe('CampaignStarted');
    const cid = await world.meet('Cid');
    const welcomes = world.callsTo(cid).length;
    cid.sends('/news');
    await expect.poll(() => textsTo(cid), { timeout: 90_000 }).toContain('Hi Cid');
    await post(`/campaigns/${draft.campaign_id}/stop`);
    cid.sends('/news');
    const edited = await post(`/campaigns/${draft.campaign_id}`, { revision: draft.revision, message: { text: '' } });
    expect(dataOf(edited)).toMatchObject({ status: 'Cancel', revision: draft.revision + 1 });
    const resume = () => post(`/campaigns/${draft.campaign_id}/resume`);
    expect(errorOf(await resume())).toBe('CampaignNotReady message.text');
    await post(`/campaigns/${draft.campaign_id}`, { revision: draft.revision + 1, message: { text: 'Bye' } });
    expect(dataOf(await resume())).toMatchObject({ status: 'In_progress' });
    cid.sends('/news');
    await expect.poll(() => textsTo(cid), { timeout: 90_000 }).toContain('Bye');
    expect(textsTo(cid).filter((text) => text !== 'Welcome')).toEqual(['Hi Cid', 'Bye']);
    expect(welcomes).toBeLessThanOrEqual(1);
    await post(`/campaigns/${draft.campaign_id}/stop`);
    expect(errorOf(await post(`/campaigns/${draft.campaign_id}/finish`))).toBe('CampaignNotRunning');
    const audit = dataOf<AuditPage>(await world.owner.get(botPath('/audit')));
    const actions = audit.entries.map(({ action }) => action).filter((action) => action.startsWith('campaign_'));
    expect(actions.slice(0, 4)).toEqual([
      ...['campaign_stopped', 'campaign_resumed', 'campaign_changed', 'campaign_changed'],
    ]);
  }, 300_000);

  it('is not started with what its bot does not have, nor with a date', async () => {
    const problems = async (automation: object, sendingOptions: object = {}) => {
      const draft = await create(automation);
      await post(`/campaigns/${draft.campaign_id}`, { revision: draft.revision, sending: sendingOptions });
      return dataOf(await world.owner.get(botPath(`/campaigns/${draft.campaign_id}/check`)));
    };
    expect(await problems({ trigger: { kind: 'event', event: { kind: 'target', target_id: 404 } } })).toEqual([
      { code: 'InvalidField', field: 'automation.trigger' },
    ]);
    const pattern = { kind: 'text', text: '(', match: 'pattern' };
    expect(await problems({ trigger: { kind: 'event', event: pattern } })).toEqual([
      { code: 'InvalidPattern', field: 'automation.trigger' },
    ]);
    expect(await problems({ trigger: onCommand('/a') }, { spread_hours: 2 })).toEqual([
      { code: 'InvalidField', field: 'sending.spread_hours' },
    ]);
    const receivedAutomation = { trigger: { kind: 'event', event: { kind: 'received' } } };
    expect((await post('/campaigns', { name: 'No', automation: receivedAutomation })).status).toBe(400);
  });

  it('has statistics that other campaigns and other accounts do not', async () => {
    const other = dataOf<Campaign>(await post('/campaigns', { name: 'News' }));
    const path = (id: number) => botPath(`/campaigns/${id}/automation`);
    expect(errorOf(await world.owner.get(path(other.campaign_id)))).toBe('NotFound campaign_id');
    const draft = await create({ trigger: onCommand('/a') });
    expect((await world.stranger.get(path(draft.campaign_id))).status).toBe(404);
  });
});
