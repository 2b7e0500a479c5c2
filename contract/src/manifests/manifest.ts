/** A feature's entries in the lists of the product. Each is optional. */
export interface Manifest {
  /** Permissions on a bot that can be granted. */
  permissions?: readonly string[];
  /** Actions that the audit log records. */
  auditActions?: readonly string[];
  /** Notifications, by kind: an account chooses for each kind where it goes. */
  notifications?: Readonly<Record<string, readonly string[]>>;
}

/** Keeps the literal types. */
export const manifest = <const Declared extends Manifest>(declared: Declared): Declared => declared;
