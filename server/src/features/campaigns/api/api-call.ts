import type { AuditAction, PermissionKey, Permissions } from '@botscope/contract';

/** A request of a bot's code, on behalf of the bot's owner. */
export interface ApiCall {
  bot: { key: string };
  owner: { key: string; timeZone: string };
  /** The owner's: a key has none of its own. */
  permissions: Permissions;
  /** Ids of the path. */
  id: number;
  query: Record<string, unknown>;
  body: unknown;
  request: { id: string; isAgain: boolean };
  signal: AbortSignal;
  /** @throws AppError AccessDenied where the owner has not this permission */
  demand(key: PermissionKey): void;
  record(action: AuditAction, detail: Readonly<Record<string, unknown>>): Promise<void>;
}
