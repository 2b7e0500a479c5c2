import type { TargetDraft } from '@botscope/contract';
import type { PayloadRules } from '../oracle/facts/payload.ts';
import type { Dice } from './dice.ts';

/** Draws rules for launch payloads: each type, with names that the payloads of the worlds have. */
export function drawRules(dice: Dice): PayloadRules {
  const commonRules = { paramSeparator: '_', valueSeparator: '-', sourceParam: 'source' };
  return dice.pick<PayloadRules>([
    { ...commonRules, type: 'all', params: [] },
    { ...commonRules, type: 'all', params: [] },
    { ...commonRules, type: 'auto', params: [] },
    { ...commonRules, type: 'only', params: ['source'] },
    { ...commonRules, type: 'only', params: ['source', 'none'] },
    { ...commonRules, type: 'except', params: ['medium'] },
    { ...commonRules, type: 'all', params: [], sourceParam: 'none' },
  ]);
}

const fixed = { kind: 'fixed', amount: 500, currency: 'EUR' } as const;
const eventValue = { kind: 'event' } as const;
const noValue = { kind: 'none' } as const;

const targets: readonly TargetDraft[] = [
  { name: 'Sent, fixed', trigger: { kind: 'api' }, value: fixed },
  { name: 'Sent, own', trigger: { kind: 'api' }, value: eventValue },
  { name: 'Buy', trigger: { kind: 'command', name: '/buy' }, value: fixed },
  { name: 'Кнопка', trigger: { kind: 'command', name: '/кнопка' }, value: noValue },
  { name: 'Order', trigger: { kind: 'button', data: 'order:', match: 'begins' }, value: noValue },
  { name: 'Confirm', trigger: { kind: 'button', data: 'order:confirm', match: 'exact' }, value: fixed },
  { name: 'Slash', trigger: { kind: 'text', text: '/', match: 'exact' }, value: noValue },
  { name: 'Help', trigger: { kind: 'text', text: 'HELP', match: 'contains' }, value: noValue },
  { name: 'Pattern', trigger: { kind: 'text', text: '^order \\d+$', match: 'pattern' }, value: eventValue },
  { name: 'Launch', trigger: { kind: 'start', payload: '' }, value: noValue },
  { name: 'Catalog', trigger: { kind: 'start', payload: 'catalog' }, value: fixed },
  { name: 'None', trigger: { kind: 'start_param', param: 'none', value: '' }, value: noValue },
  { name: 'Joined', trigger: { kind: 'event', event: 'chat_member' }, value: fixed },
  { name: 'Removed', trigger: { kind: 'event', event: 'my_chat_member' }, value: noValue },
  { name: 'Boost', trigger: { kind: 'event', event: 'chat_boost' }, value: noValue },
  { name: 'Boost over', trigger: { kind: 'event', event: 'removed_chat_boost' }, value: noValue },
  { name: 'Business', trigger: { kind: 'event', event: 'business_message' }, value: fixed },
  { name: 'Connected', trigger: { kind: 'event', event: 'business_connection' }, value: noValue },
  { name: 'Message', trigger: { kind: 'event', event: 'message' }, value: eventValue },
  { name: 'Cart', trigger: { kind: 'site_event', name: 'cart' }, value: fixed },
  { name: 'Page, own', trigger: { kind: 'site_event', name: 'page' }, value: eventValue },
  { name: 'Message, fixed', trigger: { kind: 'event', event: 'message' }, value: fixed },
];

/** Always two that are sent by API, one about a kind that makes nobody a bot user, and some others. */
export function drawTargets(dice: Dice): TargetDraft[] {
  const [apiTarget, sentOwn, ...otherTargets] = targets;
  const bystanding = otherTargets.filter(({ trigger }) => trigger.kind === 'event' && trigger.event !== 'message');
  const drawn = [
    apiTarget,
    sentOwn,
    dice.pick(bystanding),
    ...Array.from({ length: 5 }, () => dice.pick(otherTargets)),
  ];
  return [...new Set(drawn)].filter((one) => one !== undefined);
}
