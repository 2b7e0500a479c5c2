import type { TargetDraft } from '@botscope/contract';
import type { PayloadRules } from '../oracle/facts/payload.ts';
import type { Dice } from './dice.ts';

/** Draws rules for launch payloads: each type, with names that the payloads of the worlds have. */
export function drawRules(dice: Dice): PayloadRules {
  const shared = { paramSeparator: '_', valueSeparator: '-', sourceParam: 'source' };
  return dice.pick<PayloadRules>([
    { ...shared, type: 'all', params: [] },
    { ...shared, type: 'all', params: [] },
    { ...shared, type: 'auto', params: [] },
    { ...shared, type: 'only', params: ['source'] },
    { ...shared, type: 'only', params: ['source', 'none'] },
    { ...shared, type: 'except', params: ['medium'] },
    { ...shared, type: 'all', params: [], sourceParam: 'none' },
  ]);
}

const fixed = { kind: 'fixed', amount: 500, currency: 'EUR' } as const;
const own = { kind: 'event' } as const;
const none = { kind: 'none' } as const;

const targets: readonly TargetDraft[] = [
  { name: 'Sent, fixed', trigger: { kind: 'api' }, value: fixed },
  { name: 'Sent, own', trigger: { kind: 'api' }, value: own },
  { name: 'Buy', trigger: { kind: 'command', name: '/buy' }, value: fixed },
  { name: 'Кнопка', trigger: { kind: 'command', name: '/кнопка' }, value: none },
  { name: 'Order', trigger: { kind: 'button', data: 'order:', match: 'begins' }, value: none },
  { name: 'Confirm', trigger: { kind: 'button', data: 'order:confirm', match: 'exact' }, value: fixed },
  { name: 'Slash', trigger: { kind: 'text', text: '/', match: 'exact' }, value: none },
  { name: 'Help', trigger: { kind: 'text', text: 'HELP', match: 'contains' }, value: none },
  { name: 'Pattern', trigger: { kind: 'text', text: '^order \\d+$', match: 'pattern' }, value: own },
  { name: 'Launch', trigger: { kind: 'start', payload: '' }, value: none },
  { name: 'Catalog', trigger: { kind: 'start', payload: 'catalog' }, value: fixed },
  { name: 'None', trigger: { kind: 'start_param', param: 'none', value: '' }, value: none },
  { name: 'Joined', trigger: { kind: 'event', event: 'chat_member' }, value: fixed },
  { name: 'Removed', trigger: { kind: 'event', event: 'my_chat_member' }, value: none },
  { name: 'Boost', trigger: { kind: 'event', event: 'chat_boost' }, value: none },
  { name: 'Boost over', trigger: { kind: 'event', event: 'removed_chat_boost' }, value: none },
  { name: 'Business', trigger: { kind: 'event', event: 'business_message' }, value: fixed },
  { name: 'Connected', trigger: { kind: 'event', event: 'business_connection' }, value: none },
  { name: 'Message', trigger: { kind: 'event', event: 'message' }, value: own },
  { name: 'Cart', trigger: { kind: 'site_event', name: 'cart' }, value: fixed },
  { name: 'Page, own', trigger: { kind: 'site_event', name: 'page' }, value: own },
  { name: 'Message, fixed', trigger: { kind: 'event', event: 'message' }, value: fixed },
];

/** Always two that are sent by API, one about a kind that makes nobody a bot user, and some others. */
export function drawTargets(dice: Dice): TargetDraft[] {
  const [sent, sentOwn, ...others] = targets;
  const bystanding = others.filter(({ trigger }) => trigger.kind === 'event' && trigger.event !== 'message');
  const drawn = [sent, sentOwn, dice.pick(bystanding), ...Array.from({ length: 5 }, () => dice.pick(others))];
  return [...new Set(drawn)].filter((one) => one !== undefined);
}
