import * as z from 'zod/mini';

/** Public key of a bot: 13 hexadecimal digits. The first half of its API key. */
export const BotKey = z.string().check(z.regex(/^[0-9a-f]{13}$/));

/** The `{key}` of a path. */
export const botPath = z.object({ key: BotKey });

/** The `{key}` and `{campaign_id}` of a path. */
export const campaignPath = z.extend(botPath, { campaign_id: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) });

/** `<13 hex>:<64 hex>`: the bot's public key and its secret. Only a hash of the secret is kept. */
export const apiKeyPattern = /^([0-9a-f]{13}):([0-9a-f]{64})$/;

export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];
export const Language = z.enum(languages);
