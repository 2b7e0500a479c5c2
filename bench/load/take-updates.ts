import { simulatePopulation } from '@botscope/server/simulation/population.ts';

/** Updates of simulated people, each given once. */
export function createUpdateSource(seed: string, from: string): (count: number) => { date: string; update: unknown }[] {
  const people = simulatePopulation({ seed, from, peoplePerDay: 2_000 });
  return (count) =>
    Array.from({ length: count }, () => {
      const { value, done } = people.next();
      if (done) throw new Error('the population has ended');
      return value;
    });
}
