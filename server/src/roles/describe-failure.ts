import { ConfigError } from '../platform/config.ts';
import { DirectoryInUse } from '../platform/data-dir/directory-lock.ts';
import { PooledConnections } from '../platform/metadata/open-metadata.ts';
import { WrongSecret } from '../platform/metadata/secret-fingerprint.ts';
import { describeSystemError, PreconditionError } from './preconditions.ts';

/** Why the server did not start: a sentence where its operator can do something about it. */
export function describeFailure(error: Error): string {
  if (error instanceof ConfigError) return `The configuration is wrong:\n${error.message}`;
  const isSentence = [DirectoryInUse, PooledConnections, PreconditionError, WrongSecret].some(
    (kind) => error instanceof kind,
  );
  return isSentence ? error.message : (describeSystemError(error) ?? error.stack ?? error.message);
}
