import { setTimeout as wait } from 'node:timers/promises';
import type { FaultProxy } from '../cluster/fault-proxy.ts';
import type { TapFault } from '../real/http-tap.ts';
import type { Installation } from './installation.ts';

/** Something that goes wrong: from `begin` until `end`, after which the installation is whole again. */
export interface Failure {
  begin(installation: Installation): Promise<void>;
  end(installation: Installation): Promise<void>;
  /** Only Telegram is concerned, so that reports and pages go on as ever. */
  isOfTelegram?: true;
}

const unlimitedTimes = Number.POSITIVE_INFINITY;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** A network in one of its states. */
const network = (lineOf: (installation: Installation) => FaultProxy, state: 'refusing' | 'silent'): Failure => ({
  begin: async (installation) => lineOf(installation).set(state),
  end: async (installation) => lineOf(installation).set('open'),
});
const gateway = (calls: RegExp, fault: TapFault): Failure => ({
  isOfTelegram: true,
  begin: async (installation) => installation.gateway.fault(calls, fault, unlimitedTimes),
  end: async (installation) => installation.gateway.clearFaults(),
});
const clock = (clockShiftMs: number): Failure => ({
  begin: async ({ setConditions }) => setConditions({ clockShiftMs }),
  end: async ({ setConditions }) => setConditions({ clockShiftMs: 0 }),
});
const nothing = async (): Promise<void> => undefined;

const badGateway = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>502 Bad Gateway</html>' };
/** Calls that act on users, and calls about the bot itself: each kind can be away without the other. */
const sendPattern = /\/(?:send|edit|copy|forward|delete)\w+/i;
const polling = /\/getUpdates/i;

export const failures = {
  'Telegram is away': { ...network(({ line }) => line, 'refusing'), isOfTelegram: true },
  'Telegram is half-open': { ...network(({ line }) => line, 'silent'), isOfTelegram: true },
  'Telegram answers 502': gateway(/./, badGateway),
  'Telegram answers 502 to messages alone': gateway(sendPattern, badGateway),
  'Telegram answers 502 to polls alone': gateway(polling, badGateway),
  'Telegram does what it is asked, and its answers are lost': gateway(sendPattern, { answer: 'lost' }),
  'Telegram is slow': {
    isOfTelegram: true,
    begin: async ({ line }) => line.delay(300),
    end: async ({ line }) => line.delay(0),
  },
  'PostgreSQL is away': network(({ metadata }) => metadata, 'refusing'),
  'PostgreSQL is half-open': network(({ metadata }) => metadata, 'silent'),
  'ClickHouse is away': network(({ eventLine }) => eventLine, 'refusing'),
  'ClickHouse is half-open': network(({ eventLine }) => eventLine, 'silent'),
  'the clock goes back': clock(-10 * minuteMs),
  'the clock goes forward': clock(10 * minuteMs),
  'the clock is days ahead': clock(3 * dayMs),
  'the disk is full': {
    begin: async ({ setConditions }) => setConditions({ isDiskFull: true }),
    end: async ({ setConditions }) => setConditions({ isDiskFull: false }),
  },
  'the app process is killed': {
    begin: async ({ product }) => product.signalApp('SIGKILL'),
    end: async ({ product }) => product.isBack(),
  },
  'the app process is killed twice': {
    // As soon as it is ready: what it did not know about bots yet was once forgotten.
    begin: async ({ product }) => {
      await product.killApp();
      await product.signalApp('SIGKILL');
    },
    end: async ({ product }) => product.isBack(),
  },
  'the app process hangs': {
    begin: async ({ product }) => product.signalApp('SIGSTOP'),
    end: async ({ product }) => {
      await product.signalApp('SIGCONT');
      await product.isBack();
    },
  },
  'the server is stopped while the app process hangs': {
    begin: async ({ product }) => {
      await product.signalApp('SIGSTOP');
      await product.stop('SIGTERM');
      await product.start();
    },
    end: nothing,
  },
  'the traffic process is killed': {
    begin: async ({ product }) => {
      await product.stop('SIGKILL');
      await product.start();
    },
    end: nothing,
  },
  'the traffic process is killed while the app process hangs': {
    begin: async ({ product }) => {
      await product.signalApp('SIGSTOP');
      await wait(500);
      await product.stop('SIGKILL');
      await product.start();
    },
    end: nothing,
  },
  'the server is restarted': {
    begin: async ({ product }) => {
      await product.stop('SIGTERM');
      await product.start();
    },
    end: nothing,
  },
} satisfies Record<string, Failure>;

export type FailureName = keyof typeof failures;
export const failureNames = Object.keys(failures) as FailureName[];
export const getFailure = (name: FailureName): Failure => failures[name];

/** A value for each failure: those that differ from the usual one are named. */
export const forFailures = <Value>(
  usual: Value,
  exceptions: Partial<Record<FailureName, Value>> = {},
): ((name: FailureName) => Value) => {
  return (name) => exceptions[name] ?? usual;
};
