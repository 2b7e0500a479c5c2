import { ConfigError, readConfig } from './platform/config.ts';
import { DirectoryInUse } from './platform/data-dir/directory-lock.ts';
import { makeFilesPrivate, openPrivateDirectory } from './platform/data-dir/private-files.ts';
import { createLogger } from './platform/logger.ts';
import { PooledConnections } from './platform/metadata/open-metadata.ts';
import { WrongSecret } from './platform/metadata/secret-fingerprint.ts';
import { startServer } from './roles/server.ts';

/** Config → open stores → start roles → stop gracefully. */
async function main(): Promise<void> {
  makeFilesPrivate();
  const config = readConfig();
  openPrivateDirectory(config.dataDir);
  const logger = createLogger(config.logLevel);
  const server = await startServer(config, logger);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping: no new requests, the rest is finished and stored');
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeFailure(error as Error)}\n`);
  process.exit(1);
}

function describeFailure(error: Error): string {
  if (error instanceof ConfigError) return `The configuration is wrong:\n${error.message}`;
  const isSentence = [DirectoryInUse, PooledConnections, WrongSecret].some((kind) => error instanceof kind);
  return isSentence ? error.message : (error.stack ?? error.message);
}
