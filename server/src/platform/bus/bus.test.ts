import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../metadata/test-postgres.ts';
import { type Bus, type Change, openBus } from './bus.ts';
import { applicationName } from './listen-connection.ts';

const logger = pino({ level: 'silent' });
let postgres: TestPostgres;
let databaseUrl: string;
let control: pg.Client;
beforeAll(async () => {
  postgres = await startTestPostgres();
  databaseUrl = await postgres.createDatabase();
  control = new pg.Client({ connectionString: databaseUrl });
  await control.connect();
}, 60_000);
afterAll(async () => {
  await control.end();
  await postgres.stop();
});

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
async function startBus(url: string | undefined = databaseUrl) {
  const metrics = new Registry();
  const { bus, close } = await openBus({ databaseUrl: url, logger, metrics });
  open.push(close);
  const isConnected = async () => (await metrics.getSingleMetric('botscope_bus_connected')?.get())?.values[0]?.value;
  return { bus, close, isConnected };
}
function collect(bus: Bus) {
  const changes: Change[] = [];
  bus.subscribe('bot-changed', (change) => changes.push(change));
  return changes;
}
/** Cuts the connections of all buses. */
const cut = () =>
  control.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
    applicationName,
  ]);

describe('the bus on PostgreSQL', () => {
  it('brings a change to the other process within a second, and to its own listeners once', async () => {
    const [one, peer] = [await startBus(), await startBus()];
    const [ownChanges, peerChanges] = [collect(one.bus), collect(peer.bus)];
    let watched = 0;
    peer.bus.watch('bot-changed', 'a', () => {
      watched += 1;
    });
    const startedAt = performance.now();
    one.bus.publish('bot-changed', 'a');
    expect(ownChanges).toEqual([{ key: 'a', isOwn: true }]);
    await expect.poll(() => peerChanges, { interval: 5, timeout: 1_000 }).toEqual([{ key: 'a', isOwn: false }]);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    // An answer from the other side has passed everything that came back before it.
    peer.bus.publish('bot-changed', 'b');
    await expect.poll(() => ownChanges.length).toBe(2);
    expect(ownChanges).toEqual([
      { key: 'a', isOwn: true },
      { key: 'b', isOwn: false },
    ]);
    expect(watched).toBe(1);
    expect(await one.isConnected()).toBe(1);
  });

  it('connects again, and then anything may have changed; what was published meanwhile arrives', async () => {
    const [one, peer] = [await startBus(), await startBus()];
    const [ownChanges, peerChanges] = [collect(one.bus), collect(peer.bus)];
    let watched = 0;
    peer.bus.watch('access-changed', 'ann', () => {
      watched += 1;
    });
    await cut();
    one.bus.publish('bot-changed', 'a');
    await expect.poll(() => peerChanges.some(({ key }) => key === null), { timeout: 5_000 }).toBe(true);
    await expect.poll(() => ownChanges.some(({ key }) => key === null), { timeout: 5_000 }).toBe(true);
    expect(watched).toBe(1);
    expect([await one.isConnected(), await peer.isConnected()]).toEqual([1, 1]);
    one.bus.publish('bot-changed', 'b');
    await expect.poll(() => peerChanges.map(({ key }) => key)).toContain('b');
    // Sent once both listened again, or while the other did not: then "anything" has covered it.
    expect(ownChanges.filter(({ key }) => key === 'a')).toEqual([{ key: 'a', isOwn: true }]);
  });

  it('notices a connection that is cut without a word', async () => {
    const silent = await silentProxy(databaseUrl);
    const one = await startBus(silent.url);
    const changes = collect(one.bus);
    silent.silence();
    await expect.poll(one.isConnected, { timeout: 20_000, interval: 100 }).toBe(0);
    silent.speak();
    await expect.poll(() => changes, { timeout: 10_000 }).toContainEqual({ key: null, isOwn: false });
    await one.close();
    silent.close();
  }, 40_000);

  it('starts without a server, never fails a change, and connects when there is one', async () => {
    const silent = await silentProxy(databaseUrl);
    silent.refuse();
    const one = await startBus(silent.url);
    const changes = collect(one.bus);
    expect(await one.isConnected()).toBe(0);
    one.bus.publish('bot-changed', 'a');
    expect(changes).toEqual([{ key: 'a', isOwn: true }]);
    const peer = await startBus();
    const peerChanges = collect(peer.bus);
    silent.speak();
    await expect.poll(() => peerChanges, { timeout: 10_000 }).toEqual([{ key: 'a', isOwn: false }]);
    await one.close();
    silent.close();
  }, 20_000);

  it('goes on when a listener fails, and sends what is left before it closes', async () => {
    const [one, peer] = [await startBus(), await startBus()];
    peer.bus.subscribe('bot-changed', () => {
      throw new Error('a bug');
    });
    const peerChanges = collect(peer.bus);
    one.bus.publish('bot-changed', 'a');
    one.bus.publish('bot-changed', 'b');
    await one.close();
    await expect.poll(() => peerChanges.map(({ key }) => key)).toEqual(['a', 'b']);
    one.bus.publish('bot-changed', 'c');
  });
});

describe('the bus on the embedded store', () => {
  it('reaches the listeners of its one process', async () => {
    const { bus, isConnected } = await startBus('');
    const changes = collect(bus);
    let watched = 0;
    const stop = bus.watch('bot-changed', 'a', () => {
      watched += 1;
    });
    bus.publish('bot-changed', 'a');
    bus.publish('bot-changed', 'b');
    bus.publish('bot-removed', 'a');
    stop();
    bus.publish('bot-changed', 'a');
    expect(changes.map(({ key, isOwn }) => [key, isOwn])).toEqual([
      ['a', true],
      ['b', true],
      ['a', true],
    ]);
    expect(watched).toBe(1);
    expect(await isConnected()).toBe(1);
  });
});

/** A proxy before PostgreSQL that can refuse, or swallow everything while its connections stay open. */
async function silentProxy(databaseUrl: string) {
  const home = new URL(databaseUrl.replace('@/', '@localhost/'));
  let mode: 'open' | 'silent' | 'refusing' = 'open';
  const sockets = new Set<Socket>();
  const server: Server = createServer((clientSocket) => {
    if (mode === 'refusing') return void clientSocket.destroy();
    const serverSocket = connect(`${home.searchParams.get('host')}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (mode === 'open') to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${home.pathname}`,
    silence() {
      mode = 'silent';
    },
    refuse() {
      mode = 'refusing';
    },
    speak() {
      mode = 'open';
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
