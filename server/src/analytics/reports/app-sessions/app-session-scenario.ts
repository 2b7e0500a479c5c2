import type { Journey } from '@botscope/testkit/journey.ts';

/*
 * Mini App sessions of the reports' tests, in Kolkata (UTC+5:30). The reports ask about 10 to 12 March.
 *
 * | who | hits                                                      | session | begins | lasts (s) | source | platform | version |
 * |-----|-----------------------------------------------------------|---------|--------|-----------|--------|----------|---------|
 * | Ann | 9 Mar 23:50 launch (old), 10 Mar 00:10 hit                 | before  | 9      |           |        |          |         |
 * |     | 10 Mar 00:40 launch (ads), 01:09:59 hit                    | A1      | 10     | 1,799     | ads    | ios      | 8.0     |
 * |     | 10 Mar 12:00 launch, 12:01 hit                             | A2      | 10     | 60        |        | ios      | 8.0     |
 * |     | 10 Mar 12:05 launch (site)                                 | A3      | 10     | 0         | site   | ios      | 8.0     |
 * | Ben | 11 Mar writes to the bot: no hit                           | none    |        |           |        |          |         |
 * |     | 12 Mar 10:00 hit; its launch was lost                      | B1      | 12     | 0         |        | tdesktop | 7.10    |
 * | Cid | 12 Mar 23:45 launch (ads), 13 Mar 00:14:59.999, 00:15 hits  | C1      | 12     | 1,800     | ads    | android  | 8.0     |
 * |     | 13 Mar 00:45 hit (30:00 after the last)                     | after   | 13     |           |        |          |         |
 */
export const appPeriod = '2024-03-10..2024-03-12';

export function appSessionScenario(journey: Journey): void {
  const [ann, ben, cid] = [journey.user('Ann'), journey.user('Ben'), journey.user('Cid')];
  const setTime = (day: number, clock: string) => journey.at(`2024-03-${String(day).padStart(2, '0')}T${clock}+05:30`);
  const phone = { platform: 'ios', version: '8.0' };
  setTime(9, '23:50:00');
  ann.opensApp({ ...phone, startapp: 'old' });
  setTime(10, '00:10:00');
  ann.hits('view');
  setTime(10, '00:40:00');
  ann.opensApp({ startapp: 'ads' });
  setTime(10, '01:09:59');
  ann.hits('view');
  setTime(10, '12:00:00');
  ann.opensApp();
  setTime(10, '12:01:00');
  ann.hits('cart');
  setTime(10, '12:05:00');
  ann.opensApp({ startapp: 'site' });
  setTime(11, '12:00:00');
  ben.sends('/start');
  setTime(12, '09:59:00');
  cid.sends('/start');
  setTime(12, '23:45:00');
  cid.opensApp({ platform: 'android', startapp: 'ads' });
  setTime(13, '00:14:59.999');
  cid.hits('view');
  setTime(13, '00:15:00');
  cid.hits('cart');
  setTime(13, '00:45:00');
  cid.hits('view');
  // Stored last, so that Ben's app can be set without a launch being counted within the period.
  setTime(1, '10:00:00');
  ben.opensApp({ platform: 'tdesktop', version: '7.10' });
  setTime(12, '10:00:00');
  ben.hits('view');
}
