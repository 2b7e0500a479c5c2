import type { Campaign } from '@botscope/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { buildCampaign } from './campaign.fixture.ts';
import { createDraft, type DraftValues, emptyValues, saveDelayMs } from './draft.ts';

/** A server with one campaign, which says what it was asked to save. */
function server(storedPart: Partial<Campaign> | null) {
  let campaign = storedPart && buildCampaign(storedPart);
  const saves: Partial<DraftValues>[] = [];
  let failures: ApiError[] = [];
  const answer = (): void => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
  return {
    saved: saves,
    fails: (...codes: ApiError['code'][]) => {
      failures = codes.map((code) => new ApiError(code, 409));
    },
    /** A colleague saves. */
    changes: (part: Partial<Campaign>) => {
      campaign = buildCampaign({ ...campaign, ...part, revision: (campaign?.revision ?? 0) + 1 });
    },
    draft: (onCreated: (created: Campaign) => void = () => {}) =>
      createDraft({
        stored: campaign,
        empty: emptyValues('New'),
        async create({ name, audience }) {
          answer();
          campaign = buildCampaign({ name, audience });
          return campaign;
        },
        async save(base, changes) {
          answer();
          if (base.revision !== campaign?.revision) throw new ApiError('CampaignChanged', 409);
          saves.push(changes);
          campaign = { ...campaign, ...changes, revision: campaign.revision + 1 };
          return campaign;
        },
        load: async () => campaign as Campaign,
        onCreated,
      }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('typing is saved once, a moment after the last key, and only the part that changed', async () => {
  const one = server({});
  const draft = one.draft();
  draft.change({ name: 'N' });
  await vi.advanceTimersByTimeAsync(saveDelayMs - 1);
  draft.change({ name: 'Ne' });
  await vi.advanceTimersByTimeAsync(saveDelayMs - 1);
  expect([one.saved, draft.state().phase]).toEqual([[], 'waiting']);
  await vi.advanceTimersByTimeAsync(1);
  expect([one.saved, draft.state().phase]).toEqual([[{ name: 'Ne' }], 'saved']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.saved).toHaveLength(1);
});

test('the draft is created with the first thing that is entered, whatever it is', async () => {
  const one = server(null);
  const createdCampaigns: Campaign[] = [];
  const draft = one.draft((campaign) => createdCampaigns.push(campaign));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(createdCampaigns).toEqual([]);
  const message = { ...emptyValues('New').message, text: 'Hello' };
  draft.change({ message });
  await vi.advanceTimersByTimeAsync(saveDelayMs);
  expect(createdCampaigns.map(({ name }) => name)).toEqual(['New']);
  expect([one.saved, draft.state().phase, draft.state().stored?.revision]).toEqual([[{ message }], 'saved', 2]);
});

test('leaving saves at once', async () => {
  const one = server({});
  const draft = one.draft();
  draft.change({ name: 'Ne' });
  expect(draft.isDirty()).toBe(true);
  expect(await draft.flush()).toBe(true);
  expect([one.saved, draft.isDirty()]).toEqual([[{ name: 'Ne' }], false]);
});

test('a name that is empty for a moment is not sent', async () => {
  const one = server({});
  const draft = one.draft();
  draft.change({ name: ' ' });
  await vi.advanceTimersByTimeAsync(saveDelayMs);
  expect([one.saved, draft.state().phase]).toEqual([[], 'saved']);
});

test('a save that does not reach the server is retried until it succeeds', async () => {
  const one = server({});
  one.fails('InternetUnavailable', 'InternetUnavailable');
  const draft = one.draft();
  draft.change({ name: 'Ne' });
  await vi.advanceTimersByTimeAsync(saveDelayMs);
  expect([draft.state().phase, draft.state().failure]).toEqual(['failed', 'InternetUnavailable']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([one.saved, draft.state().phase, draft.state().failure]).toEqual([[{ name: 'Ne' }], 'saved', null]);
});

test('a change that the server rejects stays, and is not sent again until it is edited', async () => {
  const one = server({});
  one.fails('InvalidField');
  const draft = one.draft();
  draft.change({ name: 'Ne' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([one.saved, draft.state().phase, draft.state().values.name]).toEqual([[], 'failed', 'Ne']);
  draft.change({ name: 'Nex' });
  await vi.advanceTimersByTimeAsync(saveDelayMs);
  expect(one.saved).toEqual([{ name: 'Nex' }]);
});

test.each([
  ['theirs', [], 'Theirs'],
  ['mine', [{ name: 'Mine' }], 'Mine'],
] as const)('of two versions %s is kept', async (choice, expectedSaves, name) => {
  const one = server({});
  const draft = one.draft();
  one.changes({ name: 'Theirs' });
  draft.change({ name: 'Mine' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([draft.state().phase, draft.state().theirs?.name, one.saved]).toEqual(['conflict', 'Theirs', []]);
  if (choice === 'theirs') draft.loadTheirs();
  else await draft.keepMine();
  expect([one.saved, draft.state().values.name, draft.state().phase]).toEqual([expectedSaves, name, 'saved']);
});

test('a campaign that was started meanwhile takes nothing any more', async () => {
  const one = server({});
  one.fails('CampaignStarted');
  const draft = one.draft();
  draft.change({ name: 'Ne' });
  await vi.advanceTimersByTimeAsync(60_000);
  draft.change({ name: 'Nex' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([draft.state().phase, one.saved]).toEqual(['closed', []]);
});
