import type { EventStore } from '../../events/store/event-store.ts';
import { createLeaseTable } from '../../ingest/leases/lease-table.ts';
import type { Intercepts } from '../../ingest/proxy/proxy-deps.ts';
import { readingRecorder } from '../../ingest/recording/call-log.ts';
import { createRetryRecorder, type RetryRecorder } from '../../ingest/recording/retry-recorder.ts';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BotErrors } from '../bot-errors/bot-errors.ts';
import type { BotSends } from '../bot-sends/bot-sends.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import { type Connections, type Health, startStateRounds } from '../connections/connections.ts';
import type { Leases } from '../leases/leases.ts';
import type { Takeovers } from '../takeover/takeover.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import { createGiveUp } from './give-up.ts';
import type { TrafficBot, TrafficHost } from './traffic-host.ts';

/** Services of the product for the relay and the proxy. */
export type HostDeps = Pick<Platform, 'logger'> & {
  bots: Bots;
  botErrors: BotErrors;
  botSends: BotSends;
  botOfToken: (token: string) => Promise<BotRow | null>;
  connections: Connections;
  health: Health;
  intercepts: Intercepts<{ key: string }>;
  leases: Leases;
  store: EventStore;
  takeovers: Takeovers;
  unsubscribes: Unsubscribes;
  waitingUpdates: WaitingUpdates;
};

/** The product in the process of the relay and the proxy, or the end of it that serves another process's. */
export interface LocalHost extends TrafficHost {
  recorder: TrafficHost['recorder'] & Pick<RetryRecorder, 'waiting'>;
  intercepts: Intercepts<{ key: string }>;
  ofRow(row: BotRow): TrafficBot | null;
}

export function createLocalHost(deps: HostDeps): LocalHost {
  const { bots, botErrors, health, logger, takeovers } = deps;
  const noteGap = (key: string, events: number): void => health.noteProblem(key, 'Gap', String(events));
  const recorder = createRetryRecorder({ ...deps, onGap: noteGap });
  const recordCall: typeof recorder.recordCall = (bot, call, receivedAt) => {
    deps.botSends.note(bot.key, call, receivedAt ?? Date.now());
    return recorder.recordCall(bot, call, receivedAt);
  };
  const decrypt = createDecryptSecrets(bots, deps.connections.context.addresses.telegramRoot);
  const decryptSecrets = (row: BotRow | null): TrafficBot | null => {
    const bot = decrypt(row);
    const takenChats = bot === null ? [] : takeovers.chatsOf(bot.key);
    return bot === null || takenChats.length === 0 ? bot : { ...bot, takenChats };
  };
  const leases = createLeaseTable(deps.leases);
  const stopLeases = deps.leases.follow(leases.update);
  const giveUp = createGiveUp(leases);
  const rounds = startStateRounds({ health, logger });
  return {
    bot: async (key) => decryptSecrets(await bots.cached(key)),
    botOfToken: async (token) => decryptSecrets(await deps.botOfToken(token)),
    recorder: { ...recorder, ...readingRecorder({ recordCall }) },
    ofRow: decryptSecrets,
    reportFailure: (bot, failure) => botErrors.record([{ bot, ...failure }]),
    noteGap,
    noteBotState: health.noteBotState,
    intercepts: deps.intercepts,
    leases,
    setIsIdle(isIdle) {
      giveUp.setIsIdle(isIdle);
      deps.leases.onMove(giveUp.run);
    },
    takenChats: takeovers.chatsOf,
    noteWithheld: takeovers.noteWithheld,
    noteStart: takeovers.noteStart,
    noteMailingPress: deps.unsubscribes.notePress,
    waiting: deps.waitingUpdates,
    onRemoved: bots.onRemoved,
    async close() {
      stopLeases();
      await rounds.close();
      await recorder.close();
    },
  };
}

/** Decryption takes some 10 µs, so each row is decrypted once. */
function createDecryptSecrets(
  bots: Pick<Bots, 'tokenOf' | 'botWebhookSecretOf' | 'ourHookSecret'>,
  apiRootOf: (bot: BotRow) => string,
): (row: BotRow | null) => TrafficBot | null {
  const decrypted = new WeakMap<BotRow, TrafficBot>();
  return (row) => {
    if (row === null) return null;
    const cachedBot = decrypted.get(row);
    if (cachedBot !== undefined) return cachedBot;
    const bot: TrafficBot = {
      key: row.key,
      start_rules: row.start_rules,
      paused_at: row.paused_at,
      token_hash: row.token_hash,
      webhook: row.webhook,
      botWebhookSecret: bots.botWebhookSecretOf(row),
      ourHookSecret: bots.ourHookSecret(row.key),
      token: bots.tokenOf(row),
      apiRoot: apiRootOf(row),
      recordsCalls: row.delivery_method_send === 'proxy',
      delivery: row.delivery_method === 'webhook' || row.delivery_method === 'getUpdates' ? row.delivery_method : 'api',
      allowedUpdates: row.allowed_updates,
    };
    decrypted.set(row, bot);
    return bot;
  };
}
