import { AppError } from '../../../platform/errors.ts';
import type { ServerEngine } from '../engine/engine.ts';
import { readServerId } from './server-id.ts';

/**
 * The server with an ID, among several addresses. It is looked for when it is first needed, and again each time until it
 * answers: it may be away when the process starts, and its rows wait in the spool meanwhile.
 */
export function findServer(id: string, engines: readonly ServerEngine[], cluster?: string): ServerEngine {
  let server: ServerEngine | undefined;
  let searching: Promise<ServerEngine> | undefined;

  async function search(): Promise<ServerEngine> {
    const matches = await Promise.all(engines.map((engine) => readServerId(engine).catch(() => null)));
    server = engines[matches.indexOf(id)];
    if (server === undefined) {
      throw new AppError('StoreUnavailable', { message: `No address in CLICKHOUSE_URL leads to the server ${id}` });
    }
    return server;
  }
  async function engine(): Promise<ServerEngine> {
    if (server) return server;
    searching ??= search().finally(() => {
      searching = undefined;
    });
    return await searching;
  }

  return {
    kind: 'server',
    cluster,
    query: async (statement) => (await engine()).query(statement),
    writeFile: async (statement, file) => (await engine()).writeFile(statement, file),
    command: async (sql, params) => (await engine()).command(sql, params),
    insert: async (rows) => (await engine()).insert(rows),
    stream: async (statement) => (await engine()).stream(statement),
    insertStream: async (rows) => (await engine()).insertStream(rows),
    ping: async () => (await engine()).ping(),
    close: async () => server?.close(),
  };
}
