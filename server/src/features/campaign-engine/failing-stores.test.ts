import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createRandom } from '../../simulation/random.ts';
import type { CampaignFileSource, RecipientOutcome, SenderDeps } from './engine-deps.ts';
import { createCampaignSender } from './run-campaigns.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus, senderDeps } from './test-campaigns.ts';

const metadata = testMetadata();
let telegram: SimulatedTelegram;
let number = 0;
beforeAll(async () => {
  telegram = await startSimulatedTelegram({ seed: 'failing stores' });
});
afterAll(() => telegram.stop());

/** A campaign to users of a bot of its own, and how it ended. */
async function campaignTo(users: number, overrides: (deps: SenderDeps) => Partial<SenderDeps>, message?: object) {
  number += 1;
  const key = `cf${String(number).padStart(11, '0')}`;
  const { db } = metadata();
  await insertBot(db, key);
  const bot = telegram.addBot({ username: `failing${number}_bot` });
  const ids = Array.from({ length: users }, (_, index) => 7_000_000 + number * 1_000 + index);
  for (const id of ids) telegram.user({ first_name: 'P', id, bot }).sends('/start');
  const outcomes: RecipientOutcome[] = [];
  const deps = senderDeps({
    db,
    apiRoot: telegram.url,
    token: bot.token,
    audience: () => ids,
    maxSpeed: 100,
    outcomes,
  });
  const sendingOptions = { speed: 100, interval_cap: 100 };
  const id = await insertCampaign(db, key, {
    sending: sendingOptions,
    ...(message && { message: message as { text: string } }),
  });
  const sender = createCampaignSender({ ...deps, ...overrides(deps) });
  const run = async () => {
    const work = sender.start();
    await expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 40_000 }).not.toBe('In_progress');
    await work.close();
    const chats = bot.calls.filter(({ status }) => status === 200).map(({ params }) => Number(params.chat_id));
    const { kept, counted } = await loadCounts(db, id);
    expect(kept).toEqual(counted);
    return { chats: chats.toSorted((one, other) => one - other), kept, status: await loadStatus(db, id) };
  };
  return { db, bot, ids, id, outcomes, run };
}

/** Statements fail now and then: before the store has them, or after it has done them. */
function unreliable(seed: number): KyselyPlugin {
  const random = createRandom(seed);
  const fail = (): void => {
    if (random.between(1, 8) === 1) throw new Error('the connection was lost');
  };
  return {
    transformQuery({ node }) {
      fail();
      return node;
    },
    async transformResult({ result }) {
      fail();
      return result;
    },
  };
}

describe('a campaign', () => {
  it.each([1, 2, 3])(
    'goes on while one of eight steps of its statements loses the metadata store (%i)',
    async (seed) => {
      const world = await campaignTo(60, ({ db }) => ({ db: db.withPlugin(unreliable(seed)) }));
      const { chats, kept, status } = await world.run();
      expect(chats).toEqual(world.ids);
      expect(kept).toEqual({ total: 60, delivered: 60, not_delivered: 0, unknown: 0, waiting: 0, cancelled: 0 });
      expect(status.status).toBe('Done');
    },
    60_000,
  );

  it('waits while the events cannot be read, and writes its outcomes once they can be written', async () => {
    let [reads, writes] = [0, 0];
    const world = await campaignTo(20, ({ skippedOf, writeOutcomes }) => ({
      async skippedOf(...args) {
        reads += 1;
        if (reads <= 2) throw new Error('the event store is away');
        return skippedOf(...args);
      },
      async writeOutcomes(outcomes) {
        writes += 1;
        if (writes <= 2) throw new Error('the event store is away');
        return writeOutcomes(outcomes);
      },
    }));
    expect((await world.run()).chats).toEqual(world.ids);
    expect(world.outcomes.map(({ userId }) => userId).toSorted((one, other) => one - other)).toEqual(world.ids);
  }, 60_000);
});

describe('a full disk', () => {
  const createDiskError = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

  it('keeps what came of the messages until there is room, and nobody is reached twice', async () => {
    let isFull = true;
    let rejected = 0;
    const answers = new Set<string>();
    const write = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!isFull) return work();
      rejected += 1;
      // Room is made while messages are still on their way.
      if (rejected > 3) isFull = false;
      throw createDiskError();
    };
    const world = await campaignTo(120, ({ writeOutcomes }) => ({
      store: {
        write: (events) =>
          write(async () => {
            for (const { id } of events) answers.add(id);
          }),
      },
      writeOutcomes: (outcomes) => write(() => writeOutcomes(outcomes)),
    }));
    const { chats, kept } = await world.run();
    expect(rejected).toBeGreaterThan(3);
    expect(chats).toEqual(world.ids);
    expect(kept).toMatchObject({ total: 120, delivered: 120, unknown: 0 });
    const writtenIds = world.outcomes.map(({ userId }) => userId);
    expect([...new Set(writtenIds)].toSorted((one, other) => one - other)).toEqual(world.ids);
    expect(answers.size).toBe(120);
  }, 60_000);
});

describe('a campaign with a file', () => {
  const file = '01920000-0000-7000-8000-000000000001';
  const message = { text: 'Look', media: { kind: 'document', file } };

  /** One file, as the store of campaigns keeps it. */
  function fileSource() {
    const ids: (string | null)[] = [];
    let knownFileId: string | null = null;
    const source: CampaignFileSource = {
      async find() {
        if (knownFileId !== null) return { fileId: knownFileId };
        return { name: 'price.pdf', type: 'application/pdf', bytes: 5, read: async () => new Blob(['price']) };
      },
      async keepFileId(_, __, ___, fileId) {
        knownFileId = fileId;
        ids.push(fileId);
      },
      async forgetFileId() {
        knownFileId = null;
        ids.push(null);
      },
    };
    return { source, ids };
  }

  it('uploads it once, and sends it by Telegram’s id afterwards', async () => {
    const { source, ids } = fileSource();
    const world = await campaignTo(20, () => ({ files: source }), message);
    expect((await world.run()).chats).toEqual(world.ids);
    expect(world.bot.calls.map((call) => call.files.length)).toEqual([1, ...Array.from({ length: 19 }, () => 0)]);
    expect(world.bot.calls.slice(1).every(({ params }) => params.document === ids[0])).toBe(true);
  }, 60_000);

  it('uploads it once more where Telegram does not take the id, and stops the second time', async () => {
    const { source, ids } = fileSource();
    const world = await campaignTo(4, () => ({ files: source }), message);
    const description = 'Bad Request: wrong file identifier/HTTP URL specified';
    world.bot.script({ method: 'sendDocument', outcome: { code: 400, description }, times: 2 });
    const { chats, kept, status } = await world.run();
    expect(chats).toEqual([]);
    expect(ids).toEqual([null, null]);
    expect(kept).toMatchObject({ delivered: 0, not_delivered: 0, waiting: 4 });
    expect(status).toEqual({ status: 'Error', problem: 'TelegramRefused', problem_description: description });
  }, 60_000);

  it('stops where the file is gone', async () => {
    const world = await campaignTo(4, () => ({}), message);
    expect((await world.run()).status).toMatchObject({ status: 'Error', problem: 'FileGone' });
  }, 60_000);
});
