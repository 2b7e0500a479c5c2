import type { ReportLine } from '@botscope/contract';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import { ingestHistory, toEvent } from './test-bot.ts';

/*
 * Hard cases all at once: in Berlin 31 March 2024 has 23 hours and ends the month; in Kolkata (5:30 ahead) days begin
 * at 18:30 UTC. The reports ask about 30 March to 1 April of either. All is delivered twice, the second time backwards.
 *
 * | UTC                  | Berlin          | Kolkata       | who                                                       |
 * |----------------------|-----------------|---------------|-----------------------------------------------------------|
 * | 20 Mar 10:00         | before          | before        | Ann, Ben: /start                                          |
 * | 30 Mar 12:00, 12:20  | 30, 13:00 13:20 | 30, 17:30 …   | Ann: hello, presses menu                                  |
 * | 30 Mar 18:30         | 30              | 31, 00:00     | Ben: blocks                                               |
 * | 30 Mar 22:59:59.999  | 30, 23:59       | 31, 04:29     | Cid: /start                                               |
 * | 30 Mar 23:00:00.001  | 31, 00:00       | 31, 04:30     | Cid: hello; we hear of it three days later                |
 * | 31 Mar 00:59, 01:01  | 31, 01:59 03:01 | 31, 06:29 …   | Ann: hello, hello                                         |
 * | 31 Mar 18:29:59      | 31, 20:29       | 31, 23:59     | Ben: hello, and is back                                  |
 * | 31 Mar 21:59:59.999  | 31, 23:59       | 1 Apr, 03:29  | Dan: /start                                               |
 * | 31 Mar 22:00         | 1 Apr           | 1 Apr         | Dan: blocks                                               |
 * | 1 Apr 12:00          | 1 Apr, 14:00    | 1 Apr, 17:30  | Ann: presses menu; undated, comes again on the 5th        |
 * | 1 Apr 18:29:59       | 1 Apr           | 1 Apr         | Dan: unblocks                                             |
 * | 1 Apr 18:30          | 1 Apr, 20:30    | after         | Eve: /start                                               |
 *
 * Sessions: Ann 30 March 12:00 (1,200 s, 2 actions); Cid (2 ms, 2); Ann 31 March 00:59 (120 s, 2); of one action: Ben, Dan,
 * Ann on 1 April, Eve.
 */
const period = '2024-03-30..2024-04-01';

/** Name, values, total. */
type LineTotals = [string, ReportLine['values'], ReportLine['total']];

/** Ingests the scenario for its own bot and returns a function that runs its reports. */
export async function ingestBorders(
  store: ThrowawayStore,
): Promise<(type: string, timeZone: 'Europe/Berlin' | 'Asia/Kolkata') => Promise<LineTotals[]>> {
  let lateUpdate: object = {};
  let undated: object = {};
  const bot = await ingestHistory(store, (journey) => {
    const [ann, ben, cid, dan, eve] = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'].map((name) => journey.user(name));
    journey.at('2024-03-20T10:00:00Z');
    ann?.sends('/start');
    ben?.sends('/start');
    journey.at('2024-03-30T12:00:00Z');
    ann?.sends('hello');
    journey.after('20m');
    ann?.presses('menu');
    journey.at('2024-03-30T18:30:00Z');
    ben?.blocks();
    journey.at('2024-03-30T22:59:59.999Z');
    cid?.sends('/start');
    journey.at('2024-03-30T23:00:00.001Z');
    cid?.sends('hello');
    lateUpdate = journey.updates.pop()?.update ?? {};
    journey.at('2024-03-31T00:59:00Z');
    ann?.sends('hello');
    journey.after('2m');
    ann?.sends('hello');
    journey.at('2024-03-31T18:29:59Z');
    ben?.sends('hello');
    journey.at('2024-03-31T21:59:59.999Z');
    dan?.sends('/start');
    journey.after('1ms');
    dan?.blocks();
    journey.at('2024-04-01T12:00:00Z');
    ann?.presses('menu');
    undated = journey.updates.pop()?.update ?? {};
    journey.at('2024-04-01T18:29:59Z');
    dan?.unblocks();
    journey.after('1s');
    eve?.sends('/start');
  });
  const extraEvents = [
    toEvent(bot.key, '2024-03-30T23:00:00.001Z', lateUpdate, '2024-04-02T23:00:00Z'),
    toEvent(bot.key, undefined, undated, '2024-04-05T12:00:00Z'),
    toEvent(bot.key, undefined, undated, '2024-04-01T11:59:59Z'),
  ];
  await store.write([...extraEvents, ...bot.events.toReversed()]);
  return async (type, timeZone) => {
    const { lines } = await bot.report({ type, period, timeZone, detail: 'day' });
    return lines.map(({ name, values, total }) => [name, values, total]);
  };
}
