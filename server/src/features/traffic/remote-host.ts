import type { Logger } from 'pino';
import { createLeaseTable } from '../../ingest/leases/lease-table.ts';
import type { Intercepts } from '../../ingest/proxy/proxy-deps.ts';
import { createRemoteRecorder, type RemoteRecorder } from '../../ingest/recording/remote-recorder.ts';
import type { BotState } from '../../ingest/relay/relay.ts';
import { type Channel, createChannel } from '../../platform/channel/channel.ts';
import { createGiveUp } from './give-up.ts';
import { createKnownBots } from './known-bots.ts';
import { type AppSide, appLimits, type TrafficSide } from './messages.ts';
import type { TrafficBot, TrafficHost } from './traffic-host.ts';

/** Failures and gaps that are kept while the app process is away, for the owners' error logs. */
const maxUnreportedCalls = 1_000;
/** Time limit at the end for traffic that is not durable yet, ms. */
const closeTimeoutMs = 5_000;

/** The product as the traffic process sees it: behind a channel to a process that may die and come back. */
export interface RemoteHost extends TrafficHost {
  recorder: RemoteRecorder;
  channel: Channel<AppSide>;
  /** The app process is there: bots go on as it knows them, and it gets what it has missed. */
  connected(send: Parameters<Channel<AppSide>['open']>[0]): void;
  disconnected(): void;
}

export function createRemoteHost(
  hashToken: (token: string) => string,
  logger: Pick<Logger, 'error' | 'warn'>,
): RemoteHost {
  const bots = createKnownBots(hashToken);
  const counts = new Map<string, number>();
  const states = new Map<string, BotState>();
  const removedListeners = new Set<(key: string) => void>();
  const retryListeners = new Set<(key: string) => void>();
  const drops = new Map<number, () => Promise<void>>();
  let lastDrop = 0;
  let unreported: (() => void)[] = [];

  const channel = createChannel<TrafficSide, AppSide>(
    {
      calls: {
        async drain(drop) {
          await drops.get(drop)?.();
        },
        unrecorded: async () => recorder.waiting().events,
        giveUpLease: (bot) => giveUp.run(bot),
      },
      notices: {
        bots: ({ list, all }) => bots.update(list, all),
        removed(key) {
          bots.update([[key, null]], false);
          states.delete(key);
          for (const listener of removedListeners) listener(key);
        },
        leases: (update) => leases.update(update),
        retry(key) {
          for (const listener of retryListeners) listener(key);
        },
        recorded: (ids) => recorder.recorded(ids),
      },
    },
    appLimits,
    logger,
  );
  /** At once, or when the app process is back. */
  function report(send: () => void): void {
    if (channel.isOpen()) send();
    else if (unreported.length < maxUnreportedCalls) unreported.push(send);
  }

  const reportFailure: TrafficHost['reportFailure'] = (bot, failure) =>
    report(() => channel.notify('failure', { bot, ...failure }));
  const noteGap: TrafficHost['noteGap'] = (bot, events) => report(() => channel.notify('gap', { bot, events }));
  const recorder = createRemoteRecorder({
    send: (batch) => channel.notify('traffic', batch),
    onGap(bot, count, text) {
      reportFailure(bot, { kind: 'gap', code: 0, reason: 'NotRecorded', text, count });
      noteGap(bot, count);
    },
  });

  const leases = createLeaseTable({
    claim: (bot, isPassedOn) => channel.call('claimLease', bot, isPassedOn),
    successorOf: (bot) => channel.call('successorOf', bot),
    leave: () => channel.call('leave'),
  });
  const giveUp = createGiveUp(leases);

  const intercepts: Intercepts<TrafficBot> = {
    async setWebhook({ key }, token, { drop, ...request }) {
      if (drop === undefined) return channel.call('setWebhook', { key }, token, { ...request, drop: null });
      lastDrop += 1;
      const number = lastDrop;
      drops.set(number, drop);
      return channel
        .call('setWebhook', { key }, token, { ...request, drop: number })
        .finally(() => drops.delete(number));
    },
    deleteWebhook: ({ key }, token, request) => channel.call('deleteWebhook', { key }, token, request),
    getWebhookInfo: ({ key }, token) => channel.call('getWebhookInfo', { key }, token, undefined),
    logOut: ({ key }, token) => channel.call('logOut', { key }, token, undefined),
    close: ({ key }, token) => channel.call('close', { key }, token, undefined),
    beginPolling: ({ key }, token) => channel.call('beginPolling', { key }, token),
    rememberAllowedUpdates: ({ key }, kinds) => report(() => channel.notify('allowedUpdates', { bot: { key }, kinds })),
    problem: ({ key }, code, detail) => report(() => channel.notify('problem', { bot: { key }, code, detail })),
  };

  return {
    recorder,
    channel,
    intercepts,
    leases,
    setIsIdle: giveUp.setIsIdle,
    reportFailure,
    noteGap,
    async bot(key) {
      return bots.byKey(key) ?? bots.remember(await channel.call('bot', key));
    },
    async botOfToken(token) {
      const bot = bots.byToken(token);
      return bot ?? bots.remember(await channel.call('botOfToken', token), token);
    },
    takenChats: (bot) => bots.byKey(bot)?.takenChats ?? [],
    noteWithheld: (bot, user, queryId) => report(() => channel.notify('withheld', { bot, user, queryId })),
    noteStart: (bot, user) => report(() => channel.notify('chatStart', { bot, user })),
    noteMailingPress: (bot, press) => report(() => channel.notify('mailingPress', { bot, press })),
    noteBotState(bot, state) {
      if (state.downSince === null && state.queued === 0) states.delete(bot);
      else states.set(bot, state);
      channel.notify('state', { bot, state });
    },
    waiting: {
      setCount(bot, count) {
        if (count === 0) counts.delete(bot);
        else counts.set(bot, count);
        channel.notify('count', { bot, count });
      },
      onRetry: (listener) => void retryListeners.add(listener),
    },
    onRemoved(listener) {
      removedListeners.add(listener);
      return () => removedListeners.delete(listener);
    },
    connected(send) {
      channel.open(send);
      for (const [bot, count] of counts) channel.notify('count', { bot, count });
      for (const [bot, state] of states) channel.notify('state', { bot, state });
      const missed = unreported;
      unreported = [];
      for (const sendMissed of missed) sendMissed();
      recorder.connected();
    },
    disconnected() {
      channel.close();
      recorder.disconnected();
    },
    close: () => recorder.close(closeTimeoutMs),
  };
}
