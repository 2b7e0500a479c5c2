import type { TargetDraft } from '@botscope/contract';
import { checkPattern } from '../../analytics/query/check-pattern.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * Checks what the schema of a draft cannot express: Telegram's purchases are counted by the built-in target alone, and
 * a pattern must be one that the engine itself accepts.
 * @throws AppError InvalidField (trigger.kind), InvalidPattern (trigger.text), StoreUnavailable
 */
export async function checkDraft(
  store: Pick<EventStore, 'query'>,
  { trigger }: Pick<TargetDraft, 'trigger'>,
): Promise<void> {
  if (trigger.kind === 'purchase') throw new AppError('InvalidField', { field: 'trigger.kind' });
  if (trigger.kind !== 'text' || trigger.match !== 'pattern') return;
  await checkPattern(store, trigger.text, 'trigger.text');
}
