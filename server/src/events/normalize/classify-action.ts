import type { Event } from '@botscope/contract';
import { isPresent, type JsonObject } from '../../telegram/json.ts';
import { detectContentType } from '../../telegram/message-content.ts';
import { anatomyOf } from '../../telegram/update-anatomy.ts';
import { contentOf, type Draft } from './draft.ts';

/** The type of the event, and whether it is an action (docs/metrics.md, "action"). */
export function classifyAction(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const { type = '', isAction = false } = anatomyOf(draft.event.kind);
  const content = contentOf(draft);
  return {
    type: type === 'content' ? detectContentType(content) : type,
    isAction: isAction && draft.event.userId !== 0 && !isRefund(content),
  };
}

/** The bot gives money back; its user, who may have blocked it, does nothing. */
const isRefund = (message: JsonObject): boolean =>
  isPresent(message.refunded_payment) && !isPresent(message.successful_payment);
