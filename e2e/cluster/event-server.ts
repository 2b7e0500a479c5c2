import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePath, root } from './paths.ts';

/** ClickHouse's HTTP interface over the embedded engine, in a process of its own. */
export interface EventServer {
  readonly port: number;
  /** Rows of a statement. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** kill -9, and a start on the same port and files. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

const script = 'server/src/events/store/fixtures/clickhouse-http.ts';

export async function startEventServer(): Promise<EventServer> {
  const directory = await mkdtemp(join(tmpdir(), 'botscope-clickhouse-'));
  let child: ChildProcess;

  async function start(onPort: number): Promise<number> {
    const newChild = spawn(nodePath, [join(root, script), directory, String(onPort)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child = newChild;
    const [line] = await Promise.race([
      once(newChild.stdout, 'data'),
      once(newChild, 'exit').then(() => Promise.reject(new Error('the ClickHouse fixture did not start'))),
    ]);
    return Number(String(line));
  }
  async function kill(): Promise<void> {
    const childExit = once(child, 'exit');
    child.kill('SIGKILL');
    await childExit;
  }

  const port = await start(0);
  return {
    port,
    async query<Row extends object>(sql: string) {
      const answer = await fetch(`http://127.0.0.1:${port}/?default_format=JSONEachRow`, { method: 'POST', body: sql });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text}`);
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Row);
    },
    async restart() {
      await kill();
      await start(port);
    },
    async remove() {
      await kill();
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
