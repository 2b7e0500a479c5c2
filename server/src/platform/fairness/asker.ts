import { AsyncLocalStorage } from 'node:async_hooks';
import { limitPlace } from '../client-address.ts';
import type { Asker } from './fair-queue.ts';

/** All that people without an account ask, together: they have their share, and never all. */
export const publicPlace = 'public';

const current = new AsyncLocalStorage<Asker>();
/** Jobs and whatever else no request is behind. */
const nobody: Asker = { places: ['background'], urgency: 'background' };

/** On whose behalf this runs; jobs where no request is behind it. */
export const asker = (): Asker => current.getStore() ?? nobody;

/** Whatever this begins, in however many steps, is asked by this asker. */
export const askedBy = <Result>(who: Asker, work: () => Result): Result => current.run(who, work);

/** The asker of a request: the account, or the address (of IPv6 its /64) of somebody who has none. */
export function askerOf(account: { key: string } | null, address: string): Asker {
  const places: Asker['places'] =
    account === null ? [`address:${limitPlace(address)}`, publicPlace] : [`account:${account.key}`];
  return { places, urgency: 'interactive' };
}

/** What is read through a link is charged to the link too: many addresses that read one link have one link's share. */
export const askedThrough = <Result>(link: string, work: () => Result): Result => {
  const who = asker();
  return askedBy({ ...who, places: [...who.places, `link:${link}`] }, work);
};

/** Runs the parts of something that goes on after its request's own steps (a stream that is read) as asked by its asker. */
export const inThisAsking = (): (<Result>(work: () => Result) => Result) => AsyncLocalStorage.snapshot();
