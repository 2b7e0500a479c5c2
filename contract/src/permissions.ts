import type { PermissionKey } from './manifests.ts';

/** Access that a route demands on the bot that its path names (`{key}`): a permission, or (`member`) any at all. */
export type BotAccess = PermissionKey | 'member';

/**
 * Callers of a route: anyone; a signed-in account; an account with rights on the bot that the path names; a bot by
 * its API key; the machine's operator by the local secret.
 */
export type Access = 'visitor' | 'account' | 'bot' | 'operator' | BotAccess;
