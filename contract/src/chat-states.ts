/** Whether the bot may write to a user: docs/metrics.md, "Segments", private chat. */
export const chatStates = ['open', 'never_opened', 'blocked', 'deleted'] as const;
export type ChatState = (typeof chatStates)[number];
