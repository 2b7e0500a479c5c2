import { startTestPostgres } from '../../server/src/platform/metadata/test-postgres.ts';
import { freePort } from '../fixtures/server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type EventServer, startEventServer } from './event-server.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { createInstance, type Instance } from './instance.ts';

/** One Botscope process with the links through which it reaches the stores. */
export interface Member {
  instance: Instance;
  roles: string;
  metadata: FaultProxy;
  events: FaultProxy;
}

/** An installation of several processes: one PostgreSQL, one ClickHouse, a balancer in front. */
export interface Cluster {
  /** URL of the balancer. */
  readonly url: string;
  readonly appSecret: string;
  readonly balancer: Balancer;
  readonly events: EventServer;
  readonly members: ReadonlyMap<string, Member>;
  /** By name; throws for one that is not there. */
  member(name: string): Member;
  /** Members that run and have the role. */
  running(role: string): Member[];
  /** Starts one more process, and puts it behind the balancer. */
  join(name: string, roles: string, clockShiftMs?: number): Promise<Member>;
  restartMetadata(): Promise<void>;
  /** Resolves when all that running processes accepted is in the event store. */
  isSettled(): Promise<boolean>;
  remove(): Promise<void>;
}

const appSecret = 'one secret of all the processes of an installation';
const maxConnections = 300;

/** Starts the stores and the balancer; processes join later. @param env for every process */
export async function startCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const [postgres, events] = await Promise.all([startTestPostgres({ maxConnections }), startEventServer()]);
  const database = new URL((await postgres.createDatabase({ hasTables: false })).replace('@/', '@socket/')).pathname;
  const balancer = await startBalancer(await freePort());
  const members = new Map<string, Member>();

  async function join(name: string, roles: string, clockShiftMs = 0): Promise<Member> {
    const metadata = await startFaultProxy({ path: postgres.socketPath });
    const link = await startFaultProxy({ host: '127.0.0.1', port: events.port });
    const instance = await createInstance({
      name,
      roles,
      clockShiftMs,
      port: await freePort(),
      env: {
        HOST: '127.0.0.1',
        PUBLIC_URL: balancer.url,
        APP_SECRET: appSecret,
        DATABASE_URL: `postgresql://postgres@127.0.0.1:${metadata.port}${database}`,
        CLICKHOUSE_URL: `http://127.0.0.1:${link.port}`,
        DEMO: '0',
        ALLOW_PRIVATE_WEBHOOKS: '1',
        LOG_LEVEL: 'info',
        NODE_ENV: 'production',
        UV_THREADPOOL_SIZE: '16',
        ...env,
      },
    });
    const member = { instance, roles, metadata, events: link };
    members.set(name, member);
    await instance.start();
    if (roles.includes('ingest')) balancer.add({ name, url: instance.url, serves: 'traffic' });
    if (roles.includes('api')) balancer.add({ name: `${name} pages`, url: instance.url, serves: 'pages' });
    return member;
  }

  return {
    url: balancer.url,
    appSecret,
    balancer,
    events,
    members,
    member(name) {
      const member = members.get(name);
      if (!member) throw new Error(`there is no process ${name}`);
      return member;
    },
    running: (role) =>
      [...members.values()].filter(({ roles, instance }) => roles.includes(role) && instance.isRunning),
    join,
    restartMetadata: postgres.restart,
    async isSettled() {
      const runningMembers = [...members.values()].filter(({ instance }) => instance.isRunning);
      const settled = await Promise.all(runningMembers.map(({ instance }) => instance.isSettled()));
      return settled.every(Boolean);
    },
    async remove() {
      await Promise.all([...members.values()].map(({ instance }) => instance.remove()));
      await balancer.close();
      await Promise.all(
        [...members.values()].flatMap(({ metadata, events: link }) => [metadata.close(), link.close()]),
      );
      await Promise.all([postgres.stop(), events.remove()]);
    },
  };
}
