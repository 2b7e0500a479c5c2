import { createHash } from 'node:crypto';
import type { ProviderAnswer } from '../provider.ts';

/** The object in the body of an answer; null if there is none, as from a server that is not the provider's. */
export function readJson({ body }: Pick<ProviderAnswer, 'body'>): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Headers of a request whose body is JSON. */
export const jsonHeaders = { 'content-type': 'application/json', 'user-agent': 'Botscope/1' } as const;

/** Names a key without saying it, for what its integrations share. */
export const fingerprint = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
