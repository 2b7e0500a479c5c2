import type { Journey } from '@botscope/testkit/journey.ts';

/*
 * Scenario of the attribution models, UTC; the reports ask about 1 to 4 March. Payloads are sources as they are.
 *
 * |     | before                      | 1 March   | 2 March               | 3 March      | 4 March |
 * |-----|-----------------------------|-----------|-----------------------|--------------|---------|
 * | Ann | starts from catalog, blocks | from site | from ads              | pays 100 XTR |         |
 * | Ben |                             | writes    | from ads              |              |         |
 * | Dan |                             | from site | starts without a link |              |         |
 * | Eve | starts without a link       | blocks    | writes, then from ads | pays 50 EUR  | blocks  |
 * | Gil | from old                    |           |                       |              |         |
 * | Fay | from old, blocks            |           |                       |              |         |
 *
 * |          | first                      | last | last significant                    |
 * |----------|----------------------------|------|-------------------------------------|
 * | Ann      | catalog                    | ads  | site: ads came while Ann was there  |
 * | Ben      | direct: came by writing    | ads  | direct                              |
 * | Dan      | site                       | site | site                                |
 * | Eve      | direct                     | ads  | ads: the first launch after a block |
 * | Gil, Fay | old                        | old  | old                                 |
 */
export const launchPeriod = '2024-03-01..2024-03-04';

export function launchScenario(journey: Journey): void {
  const ann = journey.user('Ann');
  const ben = journey.user('Ben');
  const dan = journey.user('Dan');
  const eve = journey.user('Eve');
  const gil = journey.user('Gil');
  const fay = journey.user('Fay');
  journey.at('2024-02-20T10:00:00Z');
  ann.sends('/start catalog');
  eve.sends('/start');
  gil.sends('/start old');
  fay.sends('/start old');
  journey.after('1d');
  ann.blocks();
  fay.blocks();
  journey.at('2024-03-01T10:00:00Z');
  ann.sends('/start site');
  ben.sends('hello');
  dan.sends('/start site');
  eve.blocks();
  journey.at('2024-03-02T10:00:00Z');
  ann.sends('/start ads');
  ben.sends('/start ads');
  dan.sends('/start');
  eve.sends('hello');
  eve.sends('/start ads');
  journey.at('2024-03-03T10:00:00Z');
  ann.pays({ amount: 100, currency: 'XTR', payload: 'a' });
  eve.pays({ amount: 50, currency: 'EUR', payload: 'e' });
  journey.at('2024-03-04T10:00:00Z');
  eve.blocks();
}
