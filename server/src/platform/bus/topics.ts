/** A change that users wait for: other processes know it within this time and a round trip to PostgreSQL. */
const soonMs = 250;

/**
 * Topics of messages between processes, with the least time between two messages about one key, ms. The key is an
 * account's for `access-…` and `notifications-…`, else a bot's. There is none for shares: every read of a link asks the
 * store whether it still works, and the answers kept for a minute are only figures.
 */
export const topicIntervals = {
  /** A bot was added, or its row has changed. */
  'bot-changed': soonMs,
  /** Only the dates of its last update or call: busy bots change them all the time. */
  'bot-touched': 1_000,
  'bot-removed': soonMs,
  /** Its events are elsewhere, or are about to be. */
  'bot-moved': soonMs,
  /** Its waiting updates are to be delivered now. */
  'delivery-requested': soonMs,
  /** Another process serves the bot now, or none. */
  'lease-changed': soonMs,
  'targets-changed': soonMs,
  /** Mini Apps or websites of the bot: their keys, places, options and states. */
  'pages-changed': soonMs,
  /** Someone looks at the last hits of the bot's Mini Apps or websites. */
  'recent-hits-wanted': 1_000,
  /** Messages to the bot's users wait to be sent. */
  'messages-waiting': soonMs,
  /** Campaigns of the bot were started, stopped or planned. */
  'campaigns-changed': soonMs,
  /** The process that says so sends campaigns of the bot. */
  'campaigns-sending': 1_000,
  /** Messages that the bot sends by itself, for that process: key `<bot> <second> <messages> <limited until>`. */
  'bot-sends': 1_000,
  /** Takeovers of the bot's chats: who answers them. */
  'takeovers-changed': soonMs,
  /** Ways in which users of the bot end its mailings. */
  'mailing-settings-changed': soonMs,
  'fields-changed': soonMs,
  /** Integrations of the bot were added, changed or resumed, or have something to send. */
  'integrations-changed': soonMs,
  /** Users of the bot about whom nothing is stored. */
  'erasures-changed': soonMs,
  /** Jobs on the bot's users wait to be run. */
  'user-jobs-waiting': soonMs,
  /** The account's rights or sessions. */
  'access-changed': soonMs,
  'notifications-changed': soonMs,
} as const;

export type Topic = keyof typeof topicIntervals;

export interface Notice {
  topic: Topic;
  key: string;
}
