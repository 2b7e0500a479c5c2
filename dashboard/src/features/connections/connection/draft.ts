import type {
  Connection,
  ConnectionType,
  DeliveryMethod,
  ErrorCode,
  Region,
  SendMethod,
  TokenCheck,
} from '@botscope/contract';

/** Way the bot gets its updates: a webhook behind ours, polling through us, or not at all (they are only counted). */
export type Feed = 'forward' | 'polling' | 'collect';

/** Connection settings that the owner has entered so far. The secrets in it never leave the memory of the page. */
export interface Draft {
  connection_type: ConnectionType;
  feed: Feed;
  token: string;
  webhook: string;
  secret_token: string;
  /** The webhook that stands at Telegram may be replaced. */
  over_platform: boolean;
  /** Connect although the webhook test failed. */
  riskOk: boolean;
  region: Region;
  /** Constructor platform; '' = own code. */
  platform: string;
  /** Record the bot's own calls through our API root, too. */
  proxy: boolean;
}

export const emptyDraft: Draft = {
  connection_type: 'auto',
  feed: 'forward',
  token: '',
  webhook: '',
  secret_token: '',
  over_platform: false,
  riskOk: false,
  region: 'global',
  platform: '',
  proxy: false,
};

/** Fields under which errors appear that name no field. */
export const errorPlaces = {
  missingToken: 'token',
  InvalidToken: 'token',
  WrongToken: 'token',
  WrongTelegram: 'token',
  TidExist: 'token',
  TidExistSelf: 'token',
  WrongChangeTid: 'token',
  EmptyWebhook: 'webhook',
  WebhookHttp: 'webhook',
  WebhookWrong: 'webhook',
  WebhookSelf: 'webhook',
  WebhookAlreadyOverBot: 'webhook',
  WebhookAlready: 'over_platform',
  WebhookTestFailed: 'riskOk',
} as const satisfies Partial<Record<ErrorCode, keyof Draft>>;

export const draftFields = Object.keys(emptyDraft) as (keyof Draft)[];

/** Matches Telegram's tokens: the bot's id, a colon, 35 characters. Pasted text of this form is looked up at once. */
export const looksLikeToken = (text: string): boolean => /^\d{3,16}:[A-Za-z0-9_-]{30,64}$/.test(text.trim());

/** Returns problems found before the server is asked. `needsToken`: false if the server already has the token. */
export function findProblems(draft: Draft, needsToken: boolean): Partial<Record<keyof Draft, ErrorCode>> {
  const problems: Partial<Record<keyof Draft, ErrorCode>> = {};
  if (draft.connection_type === 'auto' && needsToken && draft.token.trim() === '') problems.token = 'missingToken';
  const needsWebhook = draft.connection_type !== 'api' && draft.feed === 'forward';
  if (needsWebhook && draft.webhook.trim() === '') problems.webhook = 'EmptyWebhook';
  if (!/^[A-Za-z0-9_-]{0,256}$/.test(draft.secret_token.trim())) problems.secret_token = 'InvalidField';
  return problems;
}

/**
 * Whether connecting replaces a webhook that stands at Telegram: the token's check has found one, or the server has just
 * refused to do it unasked. A bot that polls loses nothing: the webhook stays until it is deleted.
 */
export const replacesWebhook = (
  { connection_type, feed }: Pick<Draft, 'connection_type' | 'feed'>,
  check: Pick<TokenCheck, 'webhook'> | null,
  isRejected: boolean,
): boolean => connection_type === 'auto' && feed !== 'polling' && (Boolean(check?.webhook) || isRejected);

/** Changes the way in and adjusts the feed to it: connecting by hand cannot only count, and platforms do not poll. */
export function changeType(
  { feed, platform }: Pick<Draft, 'feed' | 'platform'>,
  connection_type: ConnectionType,
): Pick<Draft, 'connection_type' | 'feed'> {
  const impossible = connection_type === 'manual' && (feed === 'collect' || platform !== '');
  return { connection_type, feed: impossible ? 'forward' : feed };
}

/** The incoming side of the draft as the server wants it. */
export function toIncoming(draft: Draft) {
  const { connection_type, feed, region } = draft;
  if (connection_type === 'api') return { connection_type, delivery_method: 'api' as DeliveryMethod };
  const token = draft.token.trim();
  const secret_token = draft.secret_token.trim();
  return {
    connection_type,
    delivery_method: (feed === 'polling' ? 'getUpdates' : 'webhook') as DeliveryMethod,
    region,
    ...(connection_type === 'auto' && token !== '' && { token }),
    ...(connection_type === 'manual' && { platform: draft.platform.trim() }),
    ...(draft.over_platform && { over_platform: true }),
    ...(feed !== 'polling' && { webhook: feed === 'forward' ? draft.webhook.trim() : '' }),
    ...(feed === 'forward' && { riskOk: draft.riskOk, ...(secret_token !== '' && { secret_token }) }),
  };
}

/** Returns the send method for the outgoing side of the draft. */
export const toSendMethod = ({ connection_type, proxy }: Draft): SendMethod =>
  connection_type !== 'api' && proxy ? 'proxy' : 'off';

/** The draft that stands for a connection as it is. */
export const toDraft = (connection: Connection): Draft => ({
  ...emptyDraft,
  connection_type: connection.connection_type,
  feed: connection.connection_type === 'api' ? 'forward' : detectFeed(connection),
  webhook: connection.webhook,
  riskOk: connection.riskOk,
  region: connection.region,
  platform: connection.platform,
  proxy: connection.delivery_method_send === 'proxy',
});

export function detectFeed({ delivery_method, webhook }: Pick<Connection, 'delivery_method' | 'webhook'>): Feed {
  if (delivery_method === 'getUpdates') return 'polling';
  return webhook === '' ? 'collect' : 'forward';
}
