import { createRandom, type Random } from '@botscope/server/simulation/random.ts';
import type { FileInfo, User } from '@botscope/server/simulation/users/telegram-types.ts';
import type { Clock } from '../clock.ts';
import type { AllowedUpdates } from './allowed-updates.ts';
import { createChats } from './chats.ts';
import { createFileStore } from './file-store.ts';
import { createFloodControl } from './flood-control.ts';
import { createLongPoll } from './long-poll.ts';
import { createOpenQueries } from './open-queries.ts';
import { createPayments } from './payments.ts';
import { createScripts } from './scripted-results.ts';
import { createUpdatesQueue } from './updates-queue.ts';
import type { DeliveryError, WebhookSettings } from './webhook-settings.ts';

/** Choices of a bot's owner at @BotFather; getMe shows all of them. */
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
export const defaultCapabilities: BotCapabilities = {
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
    /** Milliseconds since 1970; `close` is refused in the first ten minutes of a bot's life on a server. */
    startedAt: clock.now().getTime(),
    isLoggedOut: false,
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
    /** Newest first. */
    profilePhotos: [] as FileInfo[][],
    /** Menu buttons by chat; the bot's own under ''. */
    menuButtons: new Map<string, Record<string, unknown>>(),
    payments: createPayments(),
    flood: createFloodControl(clock),
    commands: new Map<string, { command: string; description: string }[]>(),
  };
}
