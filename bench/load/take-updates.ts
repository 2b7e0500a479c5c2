import { simulatePopulation } from '@botscope/server/simulation/population.ts';

/** Updates of simulated users, each given once. */
export function createUpdateSource(seed: string, from: string): (count: number) => { date: string; update: unknown }[] {
  const users = simulatePopulation({ seed, from, usersPerDay: 2_000 });
  return (count) =>
    Array.from({ length: count }, () => {
      const { value, done } = users.next();
      if (done) throw new Error('the population has ended');
      return value;
    });
}
