import * as z from 'zod/mini';
import { eventKind } from './event-kind.ts';

/** `operator` is the name of the account. */
const Takeover = z.object({ operator: z.string() });

export const takeoverEvents = {
  'chat.taken_over': eventKind('user', Takeover, { operator: 'Anna' }),
  'chat.released': eventKind('user', Takeover, { operator: 'Anna' }),
} as const;
