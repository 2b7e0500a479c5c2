import type { Logger } from 'pino';
import { createLeaseTable } from '../../ingest/leases/lease-table.ts';
import { createRemoteRecorder, type RemoteRecorder } from '../../ingest/recording/remote-recorder.ts';
import type { BotState } from '../../ingest/relay/relay.ts';
import { type Channel, createChannel } from '../../platform/channel/channel.ts';
import { createGiveUp } from './give-up.ts';
import { createKnownBots } from './known-bots.ts';
import { type AppSide, appLimits, type TrafficSide } from './messages.ts';
import { createRemoteIntercepts } from './remote-intercepts.ts';
import type { TrafficHost } from './traffic-host.ts';

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
  const removedListeners = new Set<(key: string) => void>();
  const retryListeners = new Set<(key: string) => void>();

  const channel = createChannel<TrafficSide, AppSide>(
    {
      calls: {
        async drain(drop) {
          await intercepts.drain(drop);
        },
        unrecorded: async () => recorder.waiting().events,
        giveUpLease: (bot) => giveUp.run(bot),
      },
      notices: {
        bots: ({ list, all }) => bots.update(list, all),
        removed(key) {
          bots.update([[key, null]], false);
          waitingBots.remove(key);
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
  const waitingBots = createWaitingBots(channel);
  const reports = createReports(channel);
  const recorder = createRemoteRecorder({
    send: (batch) => channel.notify('traffic', batch),
    onGap(bot, count, text) {
      reports.reportFailure(bot, { kind: 'gap', code: 0, reason: 'NotRecorded', text, count });
      reports.noteGap(bot, count);
    },
  });

  const leases = createLeaseTable({
    claim: (bot, isPassedOn) => channel.call('claimLease', bot, isPassedOn),
    successorOf: (bot) => channel.call('successorOf', bot),
    leave: () => channel.call('leave'),
  });
  const giveUp = createGiveUp(leases);

  const intercepts = createRemoteIntercepts(channel, reports.report);

  return {
    recorder,
    channel,
    intercepts: intercepts.calls,
    leases,
    setIsIdle: giveUp.setIsIdle,
    reportFailure: reports.reportFailure,
    noteGap: reports.noteGap,
    async bot(key) {
      return bots.byKey(key) ?? bots.remember(await channel.call('bot', key));
    },
    async botOfToken(token) {
      const bot = bots.byToken(token);
      return bot ?? bots.remember(await channel.call('botOfToken', token), token);
    },
    takenChats: (bot) => bots.byKey(bot)?.takenChats ?? [],
    noteWithheld: reports.noteWithheld,
    noteStart: reports.noteStart,
    noteMailingPress: reports.noteMailingPress,
    noteBotState: waitingBots.setState,
    waiting: {
      setCount: waitingBots.setCount,
      onRetry: (listener) => void retryListeners.add(listener),
    },
    onRemoved(listener) {
      removedListeners.add(listener);
      return () => removedListeners.delete(listener);
    },
    connected(send) {
      channel.open(send);
      waitingBots.sendAll();
      reports.sendMissed();
      recorder.connected();
    },
    disconnected() {
      channel.close();
      recorder.disconnected();
    },
    close: () => recorder.close(closeTimeoutMs),
  };
}

/** Notices to the app process: at once, or when it is back. */
function createReports(channel: Channel<AppSide>) {
  const missed: (() => void)[] = [];
  function report(send: () => void): void {
    if (channel.isOpen()) send();
    else if (missed.length < maxUnreportedCalls) missed.push(send);
  }
  const notes: Pick<TrafficHost, 'reportFailure' | 'noteGap' | 'noteWithheld' | 'noteStart' | 'noteMailingPress'> = {
    reportFailure: (bot, failure) => report(() => channel.notify('failure', { bot, ...failure })),
    noteGap: (bot, events) => report(() => channel.notify('gap', { bot, events })),
    noteWithheld: (bot, user, queryId) => report(() => channel.notify('withheld', { bot, user, queryId })),
    noteStart: (bot, user) => report(() => channel.notify('chatStart', { bot, user })),
    noteMailingPress: (bot, press) => report(() => channel.notify('mailingPress', { bot, press })),
  };
  return {
    ...notes,
    report,
    sendMissed(): void {
      for (const send of missed.splice(0)) send();
    },
  };
}

/** Bots that do not answer, or for which updates wait: an app process that comes back learns of them. */
function createWaitingBots(channel: Channel<AppSide>) {
  const counts = new Map<string, number>();
  const states = new Map<string, BotState>();
  return {
    setCount(bot: string, count: number): void {
      if (count === 0) counts.delete(bot);
      else counts.set(bot, count);
      channel.notify('count', { bot, count });
    },
    setState(bot: string, state: BotState): void {
      if (state.downSince === null && state.queued === 0) states.delete(bot);
      else states.set(bot, state);
      channel.notify('state', { bot, state });
    },
    remove: (bot: string): boolean => states.delete(bot),
    sendAll(): void {
      for (const [bot, count] of counts) channel.notify('count', { bot, count });
      for (const [bot, state] of states) channel.notify('state', { bot, state });
    },
  };
}
