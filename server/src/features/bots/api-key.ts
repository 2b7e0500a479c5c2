import { randomBytes, timingSafeEqual } from 'node:crypto';
import { apiKeyPattern } from '@botscope/contract';
import { sha256 } from '../../platform/sha256.ts';
import type { BotCache } from './bot-cache.ts';
import type { BotRow } from './bot-store.ts';

/** A fresh bot key: 13 hexadecimal digits, 52 random bits. */
export const newBotKey = (): string => randomBytes(7).toString('hex').slice(0, 13);

/** The secret half of an API key: 64 hexadecimal digits. */
export const newApiSecret = (): string => randomBytes(32).toString('hex');

/** Hash that is stored of a secret. A plain one is enough: a secret has 256 random bits and cannot be guessed. */
export const hashApiSecret = (secret: string): string => sha256(secret);

/** Cuts an API key into its halves; null for anything that is not one. */
export function splitApiKey(apiKey: string | undefined): { botKey: string; secret: string } | null {
  const match = apiKeyPattern.exec(apiKey?.trim() ?? '');
  const [, botKey, secret] = match ?? [];
  return botKey === undefined || secret === undefined ? null : { botKey, secret };
}

export function isSecret(secret: string, hash: string): boolean {
  const secretBytes = Buffer.from(hashApiSecret(secret), 'hex');
  const hashBytes = Buffer.from(hash, 'hex');
  return secretBytes.length === hashBytes.length && timingSafeEqual(secretBytes, hashBytes);
}

/** API keys: the bot's key and a secret of which the hash is stored. */
export function apiKeys(
  cache: Pick<BotCache, 'get'>,
  change: (key: string, columns: { api_key_hash: string }) => Promise<unknown>,
) {
  return {
    async rotateApiKey(key: string): Promise<string> {
      const secret = newApiSecret();
      await change(key, { api_key_hash: hashApiSecret(secret) });
      return `${key}:${secret}`;
    },
    async authenticate(apiKey: string | undefined): Promise<BotRow | null> {
      const halves = splitApiKey(apiKey);
      if (halves === null) return null;
      const bot = await cache.get(halves.botKey);
      return bot !== null && isSecret(halves.secret, bot.api_key_hash) ? bot : null;
    },
  };
}
