import type { api, ConnectionType, DeliveryMethod, OutputOf, Region, SendMethod } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';

export type AddBotBody = OutputOf<typeof api.addBot.body>;
export type SetConnectionBody = OutputOf<typeof api.setConnection.body>;

/** The incoming side as it shall be. */
export interface Incoming {
  connectionType: ConnectionType;
  deliveryMethod: DeliveryMethod;
  /** To which we forward; '' = nothing. */
  webhook: string;
  /** The secret token that the webhook expects. */
  botWebhookSecret: string | null;
  region: Region;
  platform: string;
  riskOk: boolean;
}

/**
 * Merges the owner's request with the present settings (null for a new bot).
 * @throws AppError InvalidField (field delivery_method) for a way in that does not exist.
 */
export function readIncoming(body: Partial<AddBotBody> | SetConnectionBody, now: Incoming | null): Incoming {
  const connectionType = body.connection_type ?? now?.connectionType ?? 'api';
  const isSameType = now?.connectionType === connectionType;
  const currentMethod = isSameType ? now?.deliveryMethod : undefined;
  const deliveryMethod = body.delivery_method ?? currentMethod ?? (connectionType === 'api' ? 'api' : 'webhook');
  if ((connectionType === 'api') !== (deliveryMethod === 'api')) {
    throw new AppError('InvalidField', { field: 'delivery_method' });
  }
  const isSameWebhook = body.webhook === undefined || body.webhook === now?.webhook;
  return {
    connectionType,
    deliveryMethod,
    // Kept in every way in: updates that still come to our hook must still reach the bot.
    webhook: body.webhook ?? now?.webhook ?? '',
    botWebhookSecret: body.secret_token === undefined ? (now?.botWebhookSecret ?? null) : body.secret_token || null,
    region: body.region ?? now?.region ?? 'global',
    platform: body.platform ?? now?.platform ?? '',
    riskOk: body.riskOk ?? (isSameWebhook ? (now?.riskOk ?? false) : false),
  };
}

/** True where our webhook stands at Telegram because we set it. */
export const holdsWebhook = (way: { connectionType: string; deliveryMethod: string }): boolean =>
  way.connectionType === 'auto' && way.deliveryMethod === 'webhook';

/** Through our API root all of a bot's calls come, so they are recorded unless its owner says otherwise. */
export const defaultOutgoing = (incoming: Incoming): SendMethod =>
  incoming.deliveryMethod === 'getUpdates' ? 'proxy' : 'off';
