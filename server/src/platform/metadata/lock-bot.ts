import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Holds a bot's row until the transaction ends: a caller that counts the bot's rows before adding one counts alone.
 * Traffic that only refers to the bot does not wait.
 */
export async function lockBot(transaction: Transaction<Tables>, botKey: string): Promise<void> {
  await transaction.selectFrom('bots').select('key').where('key', '=', botKey).forNoKeyUpdate().execute();
}
