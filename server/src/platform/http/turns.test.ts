import { type Account, permissionKeys } from '@botscope/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fairStore } from '../../analytics/query/fair-store.ts';
import { noSegments } from '../../analytics/query/segments/segment-context.ts';
import { registerReports } from '../../analytics/report-routes.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { createApp } from './app.ts';
import { createHttp } from './http.ts';
import { createTurns } from './turns.ts';

/** Ends only when it is stopped (or after 20 s). */
const endless = 'SELECT count() FROM numbers_mt(1000000000000) WHERE NOT ignore(sipHash64(number))';

let store: ThrowawayStore;
let app: FastifyInstance;
let url: string;
/** A bot whose every question is endless. */
let heavy: string;
let light: string;
const metrics = new Registry();

beforeAll(async () => {
  store = await openThrowawayStore();
  [heavy, light] = [store.freshBot(), store.freshBot()];
  app = await createApp({ logger: pino({ level: 'silent' }), https: false });
  const http = createHttp<{ key: string } & Record<string, unknown>>(
    app,
    {
      account: async ({ headers }) => ({ key: String(headers['x-test-account']), time_zone: 'UTC' }) as Account,
      permit: async (_account, key) => ({
        bot: {
          key,
          session_gap_minutes: 30,
          callback_max_length: 64,
          source_determination: 'first',
          start_rules: null,
        },
        permissions: { keys: new Set(permissionKeys), reports: new Set(), role: null },
      }),
      isOperator: () => false,
      csrfToken: () => 'token',
    },
    createTurns(metrics),
  );
  registerReports(http as never, {
    demoBotKey: null,
    store: fairStore(
      {
        ...store,
        query: (statement) =>
          store.query(
            // All ask at once since when there is data, and are answered at once: what each asks for itself is endless.
            statement.params?.bot === heavy && !statement.tag?.startsWith('data-since/')
              ? { ...statement, sql: endless, timeoutSeconds: 600 }
              : statement,
          ) as never,
      },
      metrics,
    ),
    hiddenCommandsOf: async () => [],
    targetsOf: async () => [],
    segmentsOf: async () => noSegments,
    record: async () => undefined,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await store.close();
});

const ask = (account: string, bot: string, days: number, signal?: AbortSignal) =>
  fetch(`${url}/api/reports/${bot}/visitors?period=2026-01-01..2026-03-${String(days).padStart(2, '0')}`, {
    headers: { 'x-test-account': account },
    signal: signal ?? null,
  });
const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^botscope_${name} (\\d+)$`, 'm').exec(await metrics.metrics())?.[1]);

describe('120 endless questions of one account', () => {
  it('keep nobody else from an answer, are refused beyond the bound, and free their places when they leave', async () => {
    const leaving = new AbortController();
    const rejections: Response[] = [];
    const otherAnswers: Response[] = [];
    const attack = Array.from({ length: 120 }, (_, index) =>
      ask('attacker', heavy, 1 + (index % 31), leaving.signal).then(
        (answer) => void (answer.status === 503 ? rejections : otherAnswers).push(answer),
        () => undefined,
      ),
    );
    // 6 of one account are under way and 60 wait.
    await expect.poll(() => rejections.length, { timeout: 10_000 }).toBe(54);
    expect(rejections.map(({ headers }) => Number(headers.get('retry-after')))).toEqual(Array(54).fill(10));
    expect(await rejections[0]?.json()).toMatchObject({ status: 'error', errors: [{ code: 'Overloaded' }] });
    await expect.poll(() => metric('statements_running')).toBe(3);

    for (let day = 1; day <= 5; day += 1) expect((await ask('bystander', light, day)).status).toBe(200);
    expect(otherAnswers).toEqual([]);
    expect([await metric('questions_running'), await metric('questions_waiting')]).toEqual([6, 60]);

    leaving.abort();
    await Promise.all(attack);
    await expect.poll(() => metric('statements_running'), { timeout: 10_000 }).toBe(0);
    expect([await metric('questions_waiting'), await metric('statements_waiting')]).toEqual([0, 0]);
    expect((await ask('attacker', light, 1)).status).toBe(200);
  }, 60_000);
});
