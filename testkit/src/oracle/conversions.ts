import { isWithin, type Span } from './calendar.ts';
import { firstContacts } from './fact-sets.ts';
import type { Fact } from './facts/fact.ts';
import type { Look, Question } from './question.ts';

type Target = Question['targets'][number];

export interface Conversion {
  userId: number;
  targetId: number;
  time: number;
  /** Smallest unit; null where it has no value. */
  amount: number | null;
  currency: string;
  /** Money given back: it counts for money alone, and for nothing where the target's value is fixed or none. */
  isRefund: boolean;
  takesValue: boolean;
}

/** Finds the conversions of the selected users in a stretch of time. */
export function conversionsIn(look: Look, span: Span): Conversion[] {
  const { lives, question } = look;
  const contactTimes = firstContacts(look.facts);
  return question.targets
    .flatMap((target) => {
      const charges = target.trigger.kind === 'purchase' ? eachCharge(lives) : [];
      const matching = lives.filter((event) => converts(event, target, question));
      return [...charges, ...matching].map((event) => toConversion(event, target));
    })
    .filter(
      ({ userId, time, isRefund, takesValue }) =>
        contactTimes.has(userId) && isWithin(time, span) && (takesValue || !isRefund),
    );
}

function toConversion({ userId, time, amount, currency }: Fact, { id, value }: Target): Conversion {
  const isRefund = amount < 0;
  const worth =
    value.kind === 'fixed'
      ? { amount: value.amount, currency: value.currency }
      : value.kind === 'event' && currency !== ''
        ? { amount, currency }
        : { amount: null, currency: '' };
  return { userId, targetId: id, time, isRefund, takesValue: value.kind === 'event', ...worth };
}

function converts(event: Fact, { id, trigger }: Target, question: Question): boolean {
  if (event.kind === 'conversion' && event.name === String(id)) return true;
  const { isAction, type, name } = event;
  switch (trigger.kind) {
    case 'command': {
      const isHidden = type === 'text' && event.chatType === 'private' && question.hiddenCommands.includes(event.text);
      return isAction && ((type === 'command' && name === trigger.name) || (isHidden && event.text === trigger.name));
    }
    case 'button':
      if (!isAction || type !== 'button') return false;
      return trigger.match === 'exact' ? name === trigger.data : name.startsWith(trigger.data);
    case 'text': {
      if (!isAction || (type !== 'text' && type !== 'command')) return false;
      const messageText = event.text;
      if (trigger.match === 'exact') return messageText === trigger.text;
      if (trigger.match === 'contains') return messageText.toLowerCase().includes(trigger.text.toLowerCase());
      return new RegExp(trigger.text, 'su').test(messageText);
    }
    case 'start':
      return event.isLaunch && (trigger.payload === '' || event.startPayload === trigger.payload);
    case 'start_param': {
      if (!event.isLaunch || !Object.hasOwn(event.params, trigger.param)) return false;
      return trigger.value === '' || event.params[trigger.param] === trigger.value;
    }
    case 'event':
      return event.direction === 'in' && event.kind === trigger.event;
    case 'webapp':
      return event.kind === 'hit' && name === trigger.name;
    case 'site_event':
      return event.kind === 'site_event' && name === trigger.name;
    default:
      return false;
  }
}

/** Payments and refunds inside Telegram: of one charge the first payment and the first refund ever. */
export function eachCharge(facts: readonly Fact[]): Fact[] {
  const first = new Map<string, Fact>();
  for (const event of facts) {
    if (event.kind !== 'message' || event.currency === '') continue;
    const key = `${event.charge || event.key} ${event.amount < 0}`;
    if (!first.has(key)) first.set(key, event);
  }
  return [...first.values()];
}
