import type { Clock } from '../clock.ts';
import type { UpdateBody, User } from '../people/telegram-types.ts';
import { createRandom, type Random } from '../random.ts';
import type { AllowedUpdates } from './allowed-updates.ts';
import { createChats } from './chats.ts';
import { createFileStore } from './file-store.ts';
import { createLongPoll } from './long-poll.ts';
import { createScripts } from './scripted-results.ts';
import { createUpdatesQueue } from './updates-queue.ts';
import type { DeliveryError, WebhookSettings } from './webhook-settings.ts';

/** What a bot's owner chose at @BotFather; all are shown by getMe. */
export interface BotCapabilities {
  can_join_groups: boolean;
  can_read_all_group_messages: boolean;
  supports_guest_queries: boolean;
  supports_inline_queries: boolean;
  can_connect_to_business: boolean;
  has_main_web_app: boolean;
  has_topics_enabled: boolean;
  allows_users_to_create_topics: boolean;
  can_manage_bots: boolean;
  supports_join_request_queries: boolean;
}

/** A new bot's choices: it may be added to groups and knows nothing else. */
export const DEFAULT_CAPABILITIES: BotCapabilities = {
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_guest_queries: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
};

/** Everything the server remembers about one bot. */
export interface BotState extends ReturnType<typeof createBotState> {}

export function createBotState(
  clock: Clock,
  user: User & { username: string },
  token: string,
  capabilities: BotCapabilities,
) {
  const random: Random = createRandom(token);
  const queue = createUpdatesQueue(clock, random);
  return {
    clock,
    user,
    token,
    isRevoked: false,
    capabilities,
    random,
    queue,
    longPoll: createLongPoll(clock, queue),
    allowed: undefined as AllowedUpdates,
    webhook: undefined as WebhookSettings | undefined,
    delivery: undefined as { stop(): void } | undefined,
    lastDeliveryError: undefined as DeliveryError | undefined,
    /** Milliseconds since 1970; setWebhook is allowed once a second. */
    nextSetWebhookAt: 0,
    chats: createChats(),
    files: createFileStore(random),
    scripts: createScripts(),
    /** Queries that wait for an answer, with the moment at which it is too late. */
    queries: createOpenQueries(clock),
    /** Texts by `kind/language` and `commands/scope/language`. */
    profile: new Map<string, string>(),
    commands: new Map<string, { command: string; description: string }[]>(),
  };
}

/** Seconds in which a query may be answered; a checkout has ten. */
const ANSWER_SECONDS: Record<string, number> = { callback_query: 150, inline_query: 30, pre_checkout_query: 10 };

function createOpenQueries(clock: Clock) {
  const open = new Map<string, { kind: string; until: number; settle: (ok: boolean) => void }>();
  return {
    learn(body: UpdateBody): void {
      for (const kind of ['callback_query', 'inline_query', 'pre_checkout_query'] as const) {
        const query = body[kind];
        if (!query) continue;
        const until = clock.now().getTime() + (ANSWER_SECONDS[kind] ?? 0) * 1_000;
        open.set(query.id, { kind, until, settle: () => undefined });
      }
    },
    onAnswer(id: string, settle: (ok: boolean) => void): void {
      const query = open.get(id);
      if (query) query.settle = settle;
    },
    /** Ends a query; `false` when it is unknown, of another kind, answered already (a checkout) or too old. */
    answer(kind: string, id: string, ok: boolean): boolean {
      const query = open.get(id);
      if (!query || query.kind !== kind || query.until < clock.now().getTime()) return false;
      // A button press may be answered again and again; an inline query and a checkout only once.
      if (kind !== 'callback_query') open.delete(id);
      query.settle(ok);
      return true;
    },
  };
}
