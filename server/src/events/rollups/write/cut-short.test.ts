import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../store/engine/embedded.ts';
import type { Engine } from '../../store/engine/engine.ts';
import { openServerEngine } from '../../store/engine/server.ts';
import type { EventStore } from '../../store/event-store.ts';
import { openEventStoreOn } from '../../store/open-event-store.ts';
import { engines, freshBot, startServer } from '../../store/test-stores.ts';
import {
  acts,
  blocksBot,
  loadRollupState,
  marchTime,
  rolledUpHistory,
  rolledUpRows,
  sampleHistory,
  theThird,
} from '../test-history.ts';
import { resetRollup } from './roll-up.ts';

/** More commands than any roll-up of these tests has. */
const maxCommands = 15;
/** The steps are the same on both engines; over HTTP each takes twice as long. */
const stride = byRunLength({ regular: { embedded: 3, server: 6 }, long: { embedded: 1, server: 3 } });

describe.each(engines)('rolling up in spite of failures, %s engine', (kind) => {
  let directory: string;
  let server: ChildProcess | undefined;
  let engine: Engine;
  let store: EventStore;
  /** Number of commands that the engine still takes. */
  let remainingCommands = Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'botscope-cut-short-'));
    if (kind === 'embedded') engine = openEmbeddedEngine(join(directory, 'events'));
    else {
      const startedServer = await startServer(join(directory, 'events'));
      server = startedServer.child;
      engine = openServerEngine(startedServer.url);
    }
    const failing: Engine = {
      ...engine,
      async command(sql, params) {
        if (remainingCommands === 0) throw new Error('killed');
        remainingCommands -= 1;
        await engine.command(sql, params);
      },
    };
    store = await openEventStoreOn(failing, {
      dataDir: directory,
      logger: pino({ level: 'silent' }),
      onRejected: () => undefined,
      intervalMs: 0,
      rollupTimeoutMs: 0,
    });
  });
  afterAll(async () => {
    await store.close();
    if (server) {
      const serverExit = once(server, 'exit');
      server.stdin?.end();
      await serverExit;
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  const write = async (events: Parameters<EventStore['write']>[0]) => {
    await store.write(events);
    await store.flush();
  };
  /** Actions as reports would count them: those rolled up, those of stale users, and those since. */
  const actions = async (bot: string) => {
    const { generation, until, staleUsers } = (await store.rollup(bot)) ?? { generation: 0, until: 0, staleUsers: [] };
    const moment = "fromUnixTimestamp64Milli({until:Int64}, 'UTC')";
    const isStale = 'has({staleUsers:Array(Int64)}, user_id)';
    const [row] = await store.query<{ actions: number }>({
      sql: `SELECT (SELECT sum(actions) FROM activity_runs
                    WHERE bot = {bot:String} AND generation = {generation:UInt64} AND time < ${moment} AND NOT ${isStale})
              + (SELECT countIf(is_action AND (time >= ${moment} OR ${isStale})) FROM events FINAL
                 WHERE bot = {bot:String}) AS actions`,
      params: { bot, generation, until, staleUsers },
    });
    return row?.actions;
  };
  const rolledUpTo = async (bots: string[], until: number) => {
    await write(bots.flatMap(sampleHistory));
    for (const bot of bots) await store.rollUp(bot, until);
    await write(bots.flatMap((bot) => [acts(bot, 2, 24, '01T09:00', blocksBot), acts(bot, 2, 25, '01T09:30')]));
  };

  const situations = {
    'with a day to add and a user to refresh': (bots: string[]) => rolledUpTo(bots, marchTime('02T00:00')),
    'with a generation to delete': async (bots: string[]) => {
      await rolledUpTo(bots, marchTime('02T00:00'));
      for (const bot of bots) await resetRollup(engine, bot);
    },
  };

  it.each(Object.entries(situations))(
    'ends in the same state, wherever it is interrupted, %s',
    async (_, prepare) => {
      const cuts = Array.from({ length: maxCommands }, (_, cut) => cut).filter(
        (cut) => cut % stride[kind] === 1 % stride[kind],
      );
      const [uninterruptedBot = '', ...interruptedBots] = Array.from({ length: 1 + cuts.length }, freshBot);
      await prepare([uninterruptedBot, ...interruptedBots]);
      remainingCommands = maxCommands;
      await store.rollUp(uninterruptedBot, theThird);
      const commands = maxCommands - remainingCommands;
      remainingCommands = Number.POSITIVE_INFINITY;
      expect(commands).toBeGreaterThan(8);
      const [expected, state] = [
        await rolledUpRows(store, uninterruptedBot),
        await loadRollupState(store, uninterruptedBot),
      ];
      expect(expected.activityRuns).toHaveLength(5);
      expect(state).toMatchObject({ until: theThird });

      for (const [place, cut] of cuts.filter((one) => one < commands).entries()) {
        const bot = interruptedBots[place] ?? '';
        // Deleting from more than four parts waits for a place in the engine's pool, up to a second each time.
        for (const table of ['activity_runs', 'membership_changes', 'launches', 'payments', 'stale_users']) {
          await engine.command(`OPTIMIZE TABLE ${table} FINAL`);
        }
        remainingCommands = cut;
        await expect(store.rollUp(bot, theThird)).rejects.toThrow('killed');
        remainingCommands = Number.POSITIVE_INFINITY;
        expect({ cut, actions: await actions(bot) }).toEqual({ cut, actions: 7 });
        await store.rollUp(bot, theThird);
        expect({ cut, ...(await rolledUpRows(store, bot)) }).toEqual({ cut, ...expected });
        expect(await loadRollupState(store, bot)).toEqual(state);
        expect(await store.rollup(bot)).toMatchObject({ staleUsers: [], usersToRebuild: [] });
        expect(await actions(bot)).toBe(7);
      }
      // Some twenty deletions, each of which waits for the engine's background pool, up to 4 s on a busy machine.
    },
    120_000,
  );

  it('rolls everything up again where more users are stale than can be refreshed', async () => {
    const bot = freshBot();
    await write(sampleHistory(bot));
    await store.rollUp(bot, theThird);
    const mark = 'INSERT INTO stale_users SELECT {bot:String}, number + 1, now64(3) FROM numbers(100001)';
    await engine.command(mark, { bot });
    expect(await store.rollup(bot)).toBeUndefined();
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toBeUndefined();
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toEqual({ generation: 1, until: theThird, staleUsers: [], usersToRebuild: [] });
    expect(await rolledUpRows(store, bot)).toEqual(rolledUpHistory(1));
  });
});
