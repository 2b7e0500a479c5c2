import * as z from 'zod/mini';

/** Whether the bot may write to a user: docs/metrics.md, "Segments", private chat. */
export const chatStates = ['open', 'never_opened', 'blocked', 'deleted'] as const;
export const ChatState = z.enum(chatStates);
export type ChatState = z.output<typeof ChatState>;

/** `left`: the user has left and not returned. */
export const UserStatus = z.enum(['live', 'left']);
/** Guessed from the first name. */
export const Gender = z.enum(['male', 'female', 'unknown']);
