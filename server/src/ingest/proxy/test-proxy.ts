import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allHere } from '../leases/bot-leases.ts';
import { createPassOn } from '../leases/pass-on.ts';
import { answers, sendReply } from './answers.ts';
import { readPassedCall } from './passed-call.ts';
import {
  type CapturedCall,
  createProxy,
  type ProxyBot,
  type ProxyClock,
  type ProxyDeps,
  type TelegramProxy,
} from './proxy.ts';

/** A proxy on its own port, with what it reports. */
export interface TestProxy {
  url: string;
  port: number;
  proxy: TelegramProxy<ProxyBot>;
  bots: Map<string, ProxyBot>;
  calls: CapturedCall[];
  /** Update texts in the order in which they were recorded. */
  recorded: string[];
  /** Everything else, as words. */
  notes: string[];
  deps: ProxyDeps<ProxyBot>;
  nextRecordedCall(): Promise<CapturedCall>;
  stop(): Promise<void>;
}

export async function startTestProxy(root: string, overrides: Partial<ProxyDeps<ProxyBot>> = {}): Promise<TestProxy> {
  const bots = new Map<string, ProxyBot>();
  const calls: CapturedCall[] = [];
  const recordedUpdates: string[] = [];
  const notes: string[] = [];
  const waiters: ((call: CapturedCall) => void)[] = [];
  const deps: ProxyDeps<ProxyBot> = {
    botOfToken: async (token) => bots.get(token) ?? null,
    defaultApiRoot: root,
    allowUnknown: false,
    botOfKnownToken: () => undefined,
    noteUnrecorded: (bot) => notes.push(`unrecorded ${bot}`),
    async recordUpdates(_bot, items) {
      recordedUpdates.push(...items.map(({ raw }) => raw));
    },
    async recordCall(_bot, passed) {
      const call = await readPassedCall(passed);
      const next = waiters.shift();
      if (next === undefined) calls.push(call);
      else next(call);
    },
    reportFailure: (_bot, { kind, code, method, reason }) => notes.push(`${kind} ${code} ${method} ${reason}`),
    intercepts: {
      setWebhook: async (_bot, _token, request) => {
        notes.push(`setWebhook ${JSON.stringify(request)}`);
        await request.drop?.();
        return { status: 200, body: '{"ok":true,"result":true,"description":"Webhook was set"}' };
      },
      deleteWebhook: async (_bot, _token, { dropPending }) => {
        notes.push(`deleteWebhook ${dropPending ? 'and drop' : ''}`);
        return { status: 200, body: '{"ok":true,"result":true,"description":"Webhook is already deleted"}' };
      },
      getWebhookInfo: async () => ({ status: 200, body: '{"ok":true,"result":{"url":""}}' }),
      logOut: async () => ({ status: 200, body: '{"ok":true,"result":true}' }),
      close: async () => 'forward',
      beginPolling: async (bot) => {
        notes.push('beginPolling');
        bot.delivery = 'getUpdates';
        return true;
      },
      rememberAllowedUpdates: (bot, kinds) => {
        notes.push(`remember ${kinds?.join() ?? 'default'}`);
        bot.allowedUpdates = kinds;
      },
      problem: (_bot, code, detail) => notes.push(`problem ${code}: ${detail}`),
    },
    queued: { queued: () => 0, takeQueued: async () => [] },
    leases: allHere,
    passOn: createPassOn('installation-secret'),
    logger: { warn: () => undefined, error: (entry: unknown) => notes.push(`error ${String(entry)}`) },
    ...overrides,
  };
  const proxy = createProxy(deps);
  const server: Server = createServer({ maxHeaderSize: 262_144, requestTimeout: 0 }, (request, response) => {
    if (proxy.handles(request)) proxy.handle(request, response);
    else sendReply(response, { ...answers.notFound, body: 'not for the proxy' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    proxy,
    bots,
    calls,
    recorded: recordedUpdates,
    notes,
    deps,
    nextRecordedCall: () =>
      new Promise((resolve) => {
        const call = calls.shift();
        if (call === undefined) waiters.push(resolve);
        else resolve(call);
      }),
    async stop() {
      await proxy.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function testBot(overrides: Partial<ProxyBot> & { apiRoot: string }): ProxyBot {
  return { key: 'abc0123456789', recordsCalls: true, delivery: 'getUpdates', allowedUpdates: null, ...overrides };
}

/** The settable clock of the testkit as the proxy wants it. */
export function proxyClock(clock: { now(): Date; after(ms: number, run: () => void): () => void }): ProxyClock {
  return { now: () => clock.now().getTime(), after: clock.after };
}
