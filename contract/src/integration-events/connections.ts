import * as z from 'zod/mini';
import { problemCodes } from '../manifests/connections.ts';
import { eventKind } from './event-kind.ts';

const Problem = z.object({ code: z.enum(problemCodes), detail: z.string() });
const problem = { code: 'BotDown', detail: 'Connection refused' } as const;

/** Written where notifications of a connection are. */
export const connectionEvents = {
  'bot.problem': eventKind('bot', Problem, problem),
  'bot.recovered': eventKind('bot', Problem, problem),
} as const;
