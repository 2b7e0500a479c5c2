import { readConfig } from './platform/config.ts';
import { makeFilesPrivate, openPrivateDirectory } from './platform/data-dir/private-files.ts';
import { createLogger } from './platform/logger.ts';
import { AppDidNotStart } from './roles/app-supervisor.ts';
import { describeFailure } from './roles/describe-failure.ts';
import { assertOpenFiles, assertWritable } from './roles/preconditions.ts';

/** Config → open stores → start roles → stop gracefully. */
async function main(): Promise<void> {
  assertOpenFiles();
  makeFilesPrivate();
  const config = readConfig();
  assertWritable(config.dataDir);
  openPrivateDirectory(config.dataDir);
  const logger = createLogger(config.logLevel);
  // Bots' traffic has a process of its own, which loads neither stores nor API.
  const start = config.roles.includes('ingest')
    ? (await import('./roles/traffic-server.ts')).startTrafficServer
    : (await import('./roles/server.ts')).startServer;
  const server = await start(config, logger);
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
  if (error instanceof AppDidNotStart) process.exit(error.exitCode);
  process.stderr.write(`${describeFailure(error as Error)}\n`);
  process.exit(1);
}
