import { type Permissions, type Problem, type ProblemCode, problemCodes } from '@botscope/contract';
import type { BotRow } from './bot-store.ts';

/** An open problem as the bot's row keeps it. */
export interface KeptProblem {
  code: ProblemCode;
  /** ISO 8601. */
  since: string;
  /** When some process heard of it last, give or take a minute. ISO 8601. */
  heard: string;
  detail: string;
}

/** What stops the bot first; what only costs figures last. */
const gravity: readonly ProblemCode[] = [
  'TokenRevoked',
  'WebhookChanged',
  'BotDown',
  'DeliveryError',
  'SecondPoller',
  'PendingGrowing',
  'Gap',
];

/** The open problems of a bot, the gravest first. */
export function problemsOf(bot: Pick<BotRow, 'problems'>): KeptProblem[] {
  const kept = Array.isArray(bot.problems) ? (bot.problems as KeptProblem[]) : [];
  return kept
    .filter(({ code }) => problemCodes.includes(code))
    .sort((one, other) => gravity.indexOf(one.code) - gravity.indexOf(other.code));
}

/** True if a click of the owner can do something: set our webhook again, try the bot again, or note that he has read it. */
export function isRepairable(bot: Pick<BotRow, 'token_sealed' | 'delivery_method'>, code: ProblemCode): boolean {
  if (code === 'BotDown' || code === 'Gap') return true;
  const setsWebhook = bot.token_sealed !== null;
  if (code === 'WebhookChanged') return setsWebhook;
  if (code === 'DeliveryError' || code === 'PendingGrowing') return setsWebhook && bot.delivery_method === 'webhook';
  return false;
}

/** What Telegram or the bot said may name addresses: it is for those who may see how the bot is connected. */
export function presentProblems(bot: BotRow, { keys }: Permissions): Problem[] {
  const seesConnection = keys.has('secure.view') || keys.has('secure.manage');
  return problemsOf(bot).map(({ code, since, detail }) => ({
    code,
    since,
    detail: seesConnection ? detail : '',
    repairable: keys.has('secure.manage') && isRepairable(bot, code),
  }));
}
