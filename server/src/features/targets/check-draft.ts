import type { TargetDraft } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * What the schema of a draft cannot say: Telegram's purchases are counted by the built-in target alone, and a pattern
 * must be one that the engine itself takes.
 * @throws AppError InvalidField (trigger.kind), InvalidPattern (trigger.text), StoreUnavailable
 */
export async function checkDraft(
  store: Pick<EventStore, 'query'>,
  { trigger }: Pick<TargetDraft, 'trigger'>,
): Promise<void> {
  if (trigger.kind === 'purchase') throw new AppError('InvalidField', { field: 'trigger.kind' });
  if (trigger.kind !== 'text' || trigger.match !== 'pattern') return;
  try {
    await store.query({
      sql: "SELECT match(materialize(''), {pattern:String})",
      params: { pattern: trigger.text },
      tag: 'target-pattern',
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('InvalidPattern', { field: 'trigger.text', cause: error });
  }
}
