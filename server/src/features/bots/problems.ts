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

/** Problems that stop the bot first; those that only cost data last. */
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
export function listProblems(bot: Pick<BotRow, 'problems'>): KeptProblem[] {
  const storedProblems = Array.isArray(bot.problems) ? (bot.problems as KeptProblem[]) : [];
  return storedProblems
    .filter(({ code }) => problemCodes.includes(code))
    .sort((one, other) => gravity.indexOf(one.code) - gravity.indexOf(other.code));
}

/** True if a click of the owner helps: it sets our webhook again, tries the bot again, or marks the problem as read. */
export function isRepairable(bot: Pick<BotRow, 'token_sealed' | 'delivery_method'>, code: ProblemCode): boolean {
  if (code === 'BotDown' || code === 'Gap') return true;
  const setsWebhook = bot.token_sealed !== null;
  if (code === 'WebhookChanged') return setsWebhook;
  if (code === 'DeliveryError' || code === 'PendingGrowing') return setsWebhook && bot.delivery_method === 'webhook';
  return false;
}

/** Details quote Telegram or the bot and may name addresses: only users who may see the connection get them. */
export function presentProblems(bot: BotRow, { keys }: Permissions): Problem[] {
  const seesConnection = keys.has('secure.view') || keys.has('secure.manage');
  return listProblems(bot).map(({ code, since, detail }) => ({
    code,
    since,
    detail: seesConnection ? detail : '',
    repairable: keys.has('secure.manage') && isRepairable(bot, code),
  }));
}
