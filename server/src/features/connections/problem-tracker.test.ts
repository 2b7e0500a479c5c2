import type { Bot, NotificationPage } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockOf } from '../../platform/clock.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { createProblemTracker } from './connections.ts';
import { createHealth } from './health-check.ts';
import { dataOf, startWorld, type World } from './test-world.ts';

let world: World;
let time = Date.parse('2026-03-02T09:00:00Z');
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Starts one process of several: it has its own memory and the common store. */
function startProcess() {
  const { bots, connections, notifications, logger, waitingUpdates } = world.server.services;
  const now = () => time;
  const problems = createProblemTracker({
    bots,
    notifications,
    botErrors: { record: () => undefined },
    logger,
    clock: clockOf(now),
  });
  const context = { ...connections.context, problems };
  const health = createHealth({ context, waitingUpdates, now });
  return { problems, health };
}
const codes = async (key: string) =>
  dataOf<Bot>(await world.owner.get(`/api/bots/${key}`)).problems.map((one) => one.code);
const notifications = async (key: string) =>
  dataOf<NotificationPage>(await world.owner.get('/api/notifications'))
    .items.filter((item) => item.bot_key === key)
    .map(({ code, state }) => `${code} ${state}`)
    .reverse();

async function connectAuto(name: string): Promise<string> {
  const { token } = world.telegram.addBot({ username: name });
  const body = { bot_name: name, connection_type: 'auto', delivery_method: 'getUpdates', token };
  return dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body)).bot.key;
}

describe('separate processes for traffic and for looks', () => {
  it('a problem that goes on in the one is not ended by the other, and ends when it is over', async () => {
    const key = await connectAuto('split_bot');
    const [ingest, worker] = [startProcess(), startProcess()];
    for (let minute = 0; minute < 25; minute += 1) {
      ingest.health.noteProblem(key, 'SecondPoller', 'Conflict');
      await ingest.problems.settled();
      await worker.health.checkNow(key);
      time += minuteMs;
    }
    expect(await notifications(key)).toEqual(['SecondPoller began']);
    time += 8 * minuteMs;
    await worker.health.checkNow(key);
    expect(await codes(key)).toEqual(['SecondPoller']);
    time += minuteMs;
    await worker.health.checkNow(key);
    expect(await notifications(key)).toEqual(['SecondPoller began', 'SecondPoller ended']);
  });

  it('a bot that is down stays so for as long as its relay says it', async () => {
    const key = await connectAuto('split_down_bot');
    const [ingest, worker] = [startProcess(), startProcess()];
    ingest.health.noteBotState(key, { queued: 3, downSince: time - minuteMs });
    for (let minute = 0; minute < 25; minute += 1) {
      await ingest.health.sweepStates();
      await worker.health.sweepStates();
      await worker.health.checkNow(key);
      time += minuteMs;
    }
    expect(await notifications(key)).toEqual(['BotDown began']);
    ingest.health.noteBotState(key, { queued: 0, downSince: null });
    await ingest.health.sweepStates();
    expect(await notifications(key)).toEqual(['BotDown began', 'BotDown ended']);
  });

  it('a relay that ended without a report leaves no problem open forever', async () => {
    const key = await connectAuto('split_lost_bot');
    const [ingest, worker] = [startProcess(), startProcess()];
    ingest.health.noteBotState(key, { queued: 3, downSince: time - minuteMs });
    await ingest.health.sweepStates();
    time += 15 * minuteMs;
    await worker.health.checkNow(key);
    expect(await codes(key)).toEqual([]);
  });
});
