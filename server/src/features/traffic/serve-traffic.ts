import type { SeenTraffic } from '../../ingest/recording/remote-recorder.ts';
import type { Channel, ChannelHandlers } from '../../platform/channel/channel.ts';
import type { Bots } from '../bots/bots.ts';
import type { Leases } from '../leases/leases.ts';
import type { Takeovers } from '../takeover/takeover.ts';
import { createAllBots } from './all-bots.ts';
import type { LocalHost } from './local-host.ts';
import type { AppSide, TrafficSide, Vitals } from './messages.ts';

/** The channel to the traffic process; `handlers` answer it. */
export type TrafficPort = (handlers: ChannelHandlers<AppSide>) => Channel<TrafficSide>;

/** Pause before a bot that cannot be looked up now is looked up again, ms. */
const retryMs = 1_000;

/** The app process's end: stores what the traffic process saw, and keeps it informed of all bots. */
export async function serveTraffic(deps: {
  host: LocalHost;
  bots: Pick<Bots, 'all' | 'onChanged'>;
  takeovers: Pick<Takeovers, 'onChanged'>;
  waiting: { setCount(bot: string, count: number): void; onRetry(listener: (bot: string) => void): void };
  leases: Leases;
  port: TrafficPort;
  onVitals: (vitals: Vitals) => void;
}): Promise<{ unrecorded(): Promise<number>; close(): Promise<void> }> {
  const { host, leases, waiting } = deps;
  const { intercepts } = host;
  const traffic = createTrafficRecording(host, (ids) => channel.notify('recorded', ids));

  const channel = deps.port({
    calls: {
      bot: host.bot,
      botOfToken: host.botOfToken,
      setWebhook: (bot, token, { drop, ...request }) =>
        intercepts.setWebhook(bot, token, {
          ...request,
          ...(drop === null ? {} : { drop: () => channel.call('drain', drop) }),
        }),
      deleteWebhook: intercepts.deleteWebhook,
      getWebhookInfo: intercepts.getWebhookInfo,
      logOut: intercepts.logOut,
      close: intercepts.close,
      claimLease: leases.claim,
      successorOf: leases.successorOf,
      async leave() {
        await leases.leave();
      },
      beginPolling: (bot, token) => intercepts.beginPolling(bot, token),
      ping: async () => null,
    },
    notices: {
      traffic: traffic.record,
      failure: ({ bot, count, ...failure }) =>
        host.reportFailure(bot, { ...failure, ...(count === undefined ? {} : { count }) }),
      gap: ({ bot, events }) => host.noteGap(bot, events),
      state: ({ bot, state }) => host.noteBotState(bot, state),
      count: ({ bot, count }) => waiting.setCount(bot, count),
      allowedUpdates: ({ bot, kinds }) => intercepts.rememberAllowedUpdates(bot, kinds),
      problem: ({ bot, code, detail }) => intercepts.problem(bot, code, detail),
      withheld: ({ bot, user, queryId }) => host.noteWithheld(bot, user, queryId),
      chatStart: ({ bot, user }) => host.noteStart(bot, user),
      mailingPress: ({ bot, press }) => host.noteMailingPress(bot, press),
      vitals: deps.onVitals,
    },
  });
  waiting.onRetry((key) => void channel.notify('retry', key));
  const stopRemoved = host.onRemoved((key) => void channel.notify('removed', key));
  leases.onMove((bot) => channel.call('giveUpLease', bot));
  const stopLeases = leases.follow((update) => void channel.notify('leases', update));
  const allBots = await createAllBots({
    bots: {
      all: deps.bots.all,
      onChanged(listener) {
        const stops = [deps.bots.onChanged(listener), deps.takeovers.onChanged(listener)];
        return () => {
          for (const stop of stops) stop();
        };
      },
    },
    bot: host.bot,
    ofRow: host.ofRow,
    send: (bots) => void channel.notify('bots', bots),
  });

  return {
    unrecorded: () => channel.call('unrecorded'),
    async close() {
      traffic.close();
      stopRemoved();
      stopLeases();
      allBots.close();
      await host.close();
    },
  };
}

/** Records what the traffic process saw; `confirm` gets the numbers of what is durable. */
function createTrafficRecording(
  { bot: loadBot, recorder }: Pick<LocalHost, 'bot' | 'recorder'>,
  confirm: (ids: readonly number[]) => void,
) {
  let recordedIds: number[] = [];
  let isClosed = false;

  /** Null for a bot that is removed. The store may be away for long: the traffic waits with its sender. */
  async function untilKnown(key: string) {
    for (;;) {
      try {
        return await loadBot(key);
      } catch (error) {
        if (isClosed) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
  }

  async function recordOne({ id, bot: key, receivedAt, updates, call }: SeenTraffic): Promise<void> {
    const bot = await untilKnown(key);
    if (bot !== null && updates !== null)
      await recorder.recordUpdates(
        bot,
        updates.map((raw) => ({ raw, update: JSON.parse(raw) as unknown })),
        receivedAt,
      );
    if (bot !== null && call !== null) await recorder.recordCall(bot, { method: '', json: call }, receivedAt);
    if (recordedIds.push(id) > 1) return;
    setImmediate(() => {
      confirm(recordedIds);
      recordedIds = [];
    });
  }

  return {
    record(batch: readonly SeenTraffic[]): void {
      // Traffic that cannot be recorded is not confirmed, and comes again with the next process.
      for (const one of batch) void recordOne(one).catch(() => undefined);
    },
    /** Traffic of bots that cannot be looked up waits no longer. */
    close(): void {
      isClosed = true;
    },
  };
}
