import { providerDescriptors } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Sealer } from '../../../platform/outgoing/sealer.ts';
import type { EventFiles } from '../files/event-files.ts';
import { createMemory, keepRequest } from '../integration-memory.ts';
import { type IntegrationRow, readConfiguration } from '../integration-row.ts';
import { serverProviders } from '../providers/providers.ts';
import type { DeliveryStore, Settled, TakenDelivery } from './delivery-store.ts';
import type { Lane } from './lanes.ts';
import { type SendItemsDeps, type SentDelivery, sendItems, toItem } from './send-items.ts';
import { type SendDeps, sendRequest } from './send-request.ts';
import { nextHealth, settleDelivery } from './settle-outcome.ts';

export interface WaveDeps {
  db: Kysely<Tables>;
  sealer: Pick<Sealer, 'open'>;
  deliveries: DeliveryStore;
  sending: SendDeps;
  files: Pick<EventFiles, 'withFile'>;
  logger: Pick<Logger, 'warn'>;
  random: () => number;
  clock?: (() => number) | undefined;
}

/** Waits for the turn of a request in its lane. */
export type Pace = (perSecond: number | null, signal: AbortSignal) => Promise<void>;

/** Calls of a provider that are sent and written down together: more, and one that hangs would keep many waiting. */
const callsOfWave = 4;

/** Sends what is due, one wave at a time. */
export function createSendWave(deps: WaveDeps) {
  const { db, sealer, deliveries, sending, files, logger, random, clock } = deps;
  /** Calls at once, by integration: an unknown provider is asked by one, and twice as many after each success. */
  const windows = new Map<number, number>();

  function prepare(row: IntegrationRow, pace: Pace, signal: AbortSignal): SendItemsDeps {
    const provider = serverProviders[row.provider];
    const configuration = readConfiguration(row, sealer);
    const { perSecond } = provider.limits(configuration);
    return {
      ...{ provider, descriptor: providerDescriptors[row.provider], configuration, now: sending.now },
      memory: createMemory(db, row.integration_id),
      withFile: (item, format, use) => files.withFile(row, item, format, use),
      async send(request) {
        await pace(perSecond, signal);
        return sendRequest(sending, request);
      },
      keep: (request, userId) => keepRequest(db, row.integration_id, request, userId, clock),
      onError: (error) => logger.warn({ err: error, integration: row.key }, 'a provider failed'),
    };
  }

  /** Sends some deliveries by calls of the provider at once, and writes down what became of them. @returns whether to go on */
  async function sendAll(lane: Lane, row: IntegrationRow, send: SendItemsDeps, taken: readonly TakenDelivery[]) {
    const { items, concurrency } = send.provider.limits(send.configuration);
    const calls = Array.from({ length: Math.ceil(taken.length / items) }, (_, index) =>
      taken.slice(index * items, (index + 1) * items),
    );
    const results: { sent: SentDelivery[]; attempts: Parameters<DeliveryStore['settle']>[3] }[] = [];
    const next = calls.values();
    const work = async (): Promise<void> => {
      for (const call of next) results.push(await sendItems(send, call));
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, calls.length) }, work));
    const sent = results.flatMap((result) => result.sent);
    const isOrdered = concurrency === 1;
    // Those that the provider can be asked about stay as they are, and are asked about before the next wave.
    const hasEnded = ({ outcome }: SentDelivery): boolean =>
      outcome.kind !== 'unknown' || send.provider.resolve === undefined;
    const settled = sent.filter(hasEnded).map(
      ({ delivery, outcome, attemptIds }): Settled => ({
        ...{ delivery, attemptIds, ...settleDelivery(delivery, outcome, { isOrdered, random }) },
      }),
    );
    const health = nextHealth(
      row.failures,
      sent.map(({ outcome }) => outcome),
      random,
    );
    const isOurs = await deliveries.settle(
      ...([lane, row.integration_id, settled, results.flatMap(({ attempts }) => attempts), health] as const),
    );
    windows.set(
      row.integration_id,
      health.failures > 0 ? 1 : Math.min(concurrency, (windows.get(row.integration_id) ?? 1) * 2),
    );
    return isOurs && health.failures === 0;
  }

  /** What has no answer, or was left by a dead sender: repeated where that does no harm, else asked about, else unknown. */
  async function recover(lane: Lane, row: IntegrationRow, send: SendItemsDeps): Promise<boolean> {
    const interrupted = await deliveries.listInterrupted(row.integration_id);
    if (interrupted.length === 0) return true;
    const { provider, descriptor, configuration } = send;
    const unknown = { kind: 'unknown', code: 'interrupted', detail: '' } as const;
    const outcomes =
      descriptor.repeats === 'known'
        ? interrupted.map(() => ({ kind: 'stop', code: 'interrupted', detail: '' }) as const)
        : await (provider.resolve?.(interrupted.map(toItem), {
            ...{ ...configuration, memory: send.memory, keep: send.keep, withFile: send.withFile, now: send.now },
            send: async (request) => (await send.send(request)).answer,
          }) ?? interrupted.map(() => unknown));
    const settled = interrupted.map((delivery, index): Settled => {
      const outcome = outcomes[index] ?? unknown;
      const final = outcome.kind === 'split' ? unknown : outcome;
      return { delivery, attemptIds: [], ...settleDelivery(delivery, final, { isOrdered: true, random }) };
    });
    const { failures, problem_code: code, problem_detail: detail } = row;
    const problem = code === null ? null : { code, detail };
    const health = { failures, resumeInMs: null, problem, hasDelivered: false, isStopped: false };
    return deliveries.settle(lane, row.integration_id, settled, [], health);
  }

  /** @returns whether there may be more to send at once */
  return async (lane: Lane, integrationId: number, pace: Pace, signal: AbortSignal): Promise<boolean> => {
    const row = await db
      .selectFrom('integrations')
      .selectAll()
      .where('integration_id', '=', integrationId)
      .executeTakeFirst();
    if (row === undefined || row.status !== 'on') return false;
    const send = prepare(row, pace, signal);
    if (!(await recover(lane, row, send))) return false;
    const { items, concurrency } = send.provider.limits(send.configuration);
    const isFailing = row.failures > 0;
    const window = isFailing ? 1 : (windows.get(integrationId) ?? 1);
    // Where a repetition would count, only what one request carries may be in doubt after a crash.
    const calls = send.descriptor.repeats === 'possible' || isFailing ? 1 : window * callsOfWave;
    const taken = await deliveries.take(lane, integrationId, items * calls, isFailing && concurrency > 1);
    if (taken.length === 0) return false;
    return sendAll(lane, row, send, taken);
  };
}

export type SendWave = ReturnType<typeof createSendWave>;
