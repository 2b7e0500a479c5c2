import { setTimeout as wait } from 'node:timers/promises';
import { withstands } from './attack.ts';
import type { AttackBed } from './attack-bed.ts';

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** The dearest reports; a breakdown makes those dearer that have one. */
const heavy = [
  'utm_summary?model=first',
  'conversion_sources?model=last',
  'retention?detail=week',
  'users_graph?by=source',
  'active_users?by=source',
  'user_commands_stat?by=source',
];
const ask = (bed: AttackBed, index: number): Promise<unknown> => {
  const question = heavy[index % heavy.length];
  // Every question is one of its own: equal ones would be answered together.
  const filter = `source:${index}|command:/x${index};language:!q${index}`;
  const period = `2025-${String((index % 9) + 1).padStart(2, '0')}-01..2026-11-20`;
  return bed.call('GET', `/api/reports/${bed.attacker.bot.key}/${question}&period=${period}&filter=${filter}`);
};

/** A stream that stays open until the end of the attack. */
async function hold(bed: AttackBed, path: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(`${bed.server.url}${path}`, { headers: { cookie: bed.attacker.cookie }, signal });
    for await (const _ of answer.body ?? []);
  } catch {
    // Refused, or let go at the end.
  }
}

withstands([
  { name: '120 heavy questions in parallel', run: (bed) => times(120, (index) => ask(bed, index)) },
  {
    name: '120 heavy questions whose askers leave at once',
    run: (bed) =>
      times(120, async (index) => {
        const leave = AbortSignal.timeout(50 + index);
        const url = `${bed.server.url}/api/reports/${bed.attacker.bot.key}/utm_summary?period=2025-01-01..2026-11-20&filter=source:${index}`;
        await fetch(url, { headers: { cookie: bed.attacker.cookie }, signal: leave }).catch(() => undefined);
      }),
  },
  {
    name: '50 exports of users',
    run: (bed) =>
      times(50, (index) =>
        bed.call('GET', `/api/reports/${bed.attacker.bot.key}/visitors/users.csv?period=${90 - (index % 60)}d`),
      ),
  },
  {
    name: 'filters as long as addresses may be, and longer',
    run: (bed) =>
      times(60, (index) => {
        const filter = `source:${Array.from({ length: 1_500 }, (_, value) => `v${value}x${index}`).join(',')}`;
        return bed.call('GET', `/api/reports/${bed.attacker.bot.key}/visitors?period=90d&filter=${filter}`);
      }),
  },
  {
    name: '100 searches of filter values',
    run: (bed) =>
      times(100, (index) =>
        bed.call(
          'GET',
          `/api/reports/${bed.attacker.bot.key}/filter-values?dimension=source&period=90d&search=${'%25_'.repeat(20)}${index}`,
        ),
      ),
  },
  {
    name: 'patterns that other engines would choke on',
    run: (bed) =>
      times(40, (index) =>
        bed.call('POST', `/api/bots/${bed.attacker.bot.key}/target-test`, {
          trigger: { kind: 'text', match: 'pattern', text: `(a+)+(b|c{1,${index + 1}})*(((x*)*)*)*$` },
          value: { kind: 'none' },
        }),
      ),
  },
  {
    name: '400 open streams',
    run: async (bed) => {
      const end = new AbortController();
      const streams = times(400, (index) =>
        hold(bed, index % 2 === 0 ? '/api/notifications/live' : `/api/bots/${bed.attacker.bot.key}/live`, end.signal),
      );
      await wait(4_000);
      end.abort();
      await streams;
    },
  },
  {
    name: '100 sign-ups and 100 sign-ins',
    run: (bed) =>
      Promise.all([
        times(100, (index) =>
          bed.call('POST', '/api/user/sign-in/signup', {
            email: `crowd-${index}-${Date.now()}@example.com`,
            password: 'a long password of the crowd',
          }),
        ),
        times(100, (index) =>
          bed.call('POST', '/api/user/sign-in/login', {
            identity: `crowd-${index}@example.com`,
            password: 'guessed and guessed again',
            rememberMe: false,
          }),
        ),
      ]),
  },
]);
