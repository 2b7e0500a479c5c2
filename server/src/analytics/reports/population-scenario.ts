import type { Journey } from '@botscope/testkit/journey.ts';

/*
 * Joins and leaves for the population's tests, UTC. The reports ask about 1 to 4 March.
 *
 * |           | before          | 1 March | 2 March              | 3 March  | 4 March |
 * |-----------|-----------------|---------|----------------------|----------|---------|
 * | Ann       | meets           |         | blocks, unblocks, blocks |      | writes  |
 * | Ben       | meets, blocks   |         | blocks (gone already) |         |         |
 * | Cid       |                 | meets   | blocks               |          |         |
 * | Dan       |                 |         | meets                |          |         |
 * | Eve       |                 |         |                      | blocks (first sign of her) | |
 * |-----------|-----------------|---------|----------------------|----------|---------|
 * | new       | 2               | 1       | 1                    | 1        | 0       |
 * | left      | 1               | 0       | 3 (Ann twice, Cid)   | 1        | 0       |
 * | returned  | 0               | 0       | 1 (Ann)              | 0        | 1 (Ann) |
 * | all       | 2               | 3       | 4                    | 5        | 5       |
 * | live      | 1 (Ann)         | 2 (Ann, Cid) | 1 (Dan)         | 1 (Dan)  | 2 (Ann, Dan) |
 */
export const populationPeriod = '2024-03-01..2024-03-04';

export function populationScenario(journey: Journey): void {
  const ann = journey.user('Ann');
  const ben = journey.user('Ben');
  const cid = journey.user('Cid');
  const dan = journey.user('Dan');
  const eve = journey.user('Eve');
  journey.at('2024-02-20T10:00:00Z');
  ann.sends('/start');
  ben.sends('/start');
  journey.after('1d');
  ben.blocks();
  journey.at('2024-03-01T10:00:00Z');
  cid.sends('/start');
  journey.at('2024-03-02T10:00:00Z');
  ann.blocks();
  ben.blocks();
  cid.blocks();
  dan.sends('/start');
  journey.after('1h');
  ann.unblocks();
  journey.after('1h');
  ann.blocks();
  journey.at('2024-03-03T10:00:00Z');
  eve.blocks();
  journey.at('2024-03-04T10:00:00Z');
  ann.sends('hello');
}
