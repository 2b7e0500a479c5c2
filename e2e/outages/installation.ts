import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { startTestPostgres } from '../../server/src/platform/metadata/test-postgres.ts';
import { type EventServer, startEventServer } from '../cluster/event-server.ts';
import { type FaultProxy, startFaultProxy } from '../cluster/fault-proxy.ts';
import { createInstance, type Instance } from '../cluster/instance.ts';
import { createOwner, type Owner } from '../cluster/owner.ts';
import { root } from '../cluster/paths.ts';
import { freePort } from '../fixtures/server.ts';
import { type HttpTap, startTap } from '../real/http-tap.ts';
import { type Conditions, conditionsVariable, usualConditions } from './conditions.ts';

/** The product with everything that can go wrong around it: both stores, Telegram and the network to each of them. */
export interface Installation {
  readonly product: Instance;
  readonly telegram: SimulatedTelegram;
  /** The network between the product and Telegram. */
  readonly line: FaultProxy;
  /** Telegram's gateway: what answers where Telegram itself does not. */
  readonly gateway: HttpTap;
  /** The networks to the stores. */
  readonly metadata: FaultProxy;
  readonly eventLine: FaultProxy;
  /** URL of PostgreSQL, beside the network that fails. */
  readonly databaseUrl: string;
  readonly events: EventServer;
  /** The account that owns every bot. */
  readonly owner: Owner;
  /** Changes the machine of the product; its processes notice within 50 ms. */
  setConditions(changes: Partial<Conditions>): void;
  remove(): Promise<void>;
}

const appSecret = 'the secret of an installation on a bad day';

export async function startInstallation(): Promise<Installation> {
  const directory = mkdtempSync(join(tmpdir(), 'botscope-machine-'));
  const conditionsFile = join(directory, 'conditions.json');
  let conditions = usualConditions;
  const setConditions: Installation['setConditions'] = (changes) => {
    conditions = { ...conditions, ...changes };
    writeFileSync(`${conditionsFile}.new`, JSON.stringify(conditions));
    renameSync(`${conditionsFile}.new`, conditionsFile);
  };
  setConditions({});

  const telegram = await startSimulatedTelegram({ seed: 'outages', isLocal: true });
  const [postgres, events, gateway] = await Promise.all([
    startTestPostgres({ maxConnections: 200 }),
    startEventServer(),
    startTap(() => telegram.url),
  ]);
  const databaseUrl = await postgres.createDatabase();
  const database = new URL(databaseUrl.replace('@/', '@socket/')).pathname;
  const [line, metadata, eventLine] = await Promise.all([
    startFaultProxy({ host: '127.0.0.1', port: gateway.port }),
    startFaultProxy({ path: postgres.socketPath }),
    startFaultProxy({ host: '127.0.0.1', port: events.port }),
  ]);
  const port = await freePort();
  const product = await createInstance({
    name: 'product',
    port,
    roles: 'ingest,api,worker',
    clockShiftMs: 0,
    preloads: [join(root, 'e2e/outages/machine.ts')],
    env: {
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      APP_SECRET: appSecret,
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${metadata.port}${database}`,
      CLICKHOUSE_URL: `http://127.0.0.1:${eventLine.port}`,
      TELEGRAM_API_ROOT: `http://127.0.0.1:${line.port}`,
      [conditionsVariable]: conditionsFile,
      MAILING_MAX_SPEED: '30',
      DEMO: '0',
      ALLOW_PRIVATE_WEBHOOKS: '1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      UV_THREADPOOL_SIZE: '16',
    },
  });
  const remove = async (): Promise<void> => {
    await product.remove();
    await Promise.all([line.close(), metadata.close(), eventLine.close(), gateway.close()]);
    await Promise.all([postgres.stop(), events.remove(), telegram.stop()]);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await product.start();
    const owner = await createOwner(product.url, appSecret);
    const networks = { line, gateway, metadata, eventLine };
    return { product, telegram, ...networks, databaseUrl, events, owner, setConditions, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
