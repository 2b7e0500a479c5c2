import { AsyncLocalStorage } from 'node:async_hooks';
import { limitPlace } from '../client-address.ts';
import type { Asker } from './fair-queue.ts';

/** All visitors without an account together: they have their share, and never all. */
export const publicPlace = 'public';

const current = new AsyncLocalStorage<Asker>();
/** Jobs and other work without a request. */
const nobody: Asker = { places: ['background'], urgency: 'background' };

/** On whose behalf the present work runs; the background for jobs. */
export const asker = (): Asker => current.getStore() ?? nobody;

/** Everything that `work` starts, in any number of steps, runs on behalf of this asker. */
export const runAs = <Result>(caller: Asker, work: () => Result): Result => current.run(caller, work);

/** The asker of a request: the account, or the address (of IPv6 its /64) of a visitor without an account. */
export function toAsker(account: { key: string } | null, address: string): Asker {
  const places: Asker['places'] =
    account === null ? [`address:${limitPlace(address)}`, publicPlace] : [`account:${account.key}`];
  return { places, urgency: 'interactive' };
}

/** Charges reads through a link to the link too: many addresses that read one link have one link's share. */
export const runThroughLink = <Result>(link: string, work: () => Result): Result => {
  const caller = asker();
  return runAs({ ...caller, places: [...caller.places, `link:${link}`] }, work);
};

/** Binds later parts of the work (a stream that is read) to the present asker. */
export const bindToAsker = (): (<Result>(work: () => Result) => Result) => AsyncLocalStorage.snapshot();
