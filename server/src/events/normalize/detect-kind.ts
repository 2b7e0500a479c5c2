import type { Event } from '@botscope/contract';
import { updateKindOf } from '../../telegram/update-anatomy.ts';
import type { Draft } from './draft.ts';

export function detectKind({ update }: Pick<Draft, 'update'>): Partial<Event> {
  return { kind: updateKindOf(update) ?? 'opaque' };
}
