import type { Report } from '@botscope/contract';
import { answerByCounting } from '@botscope/testkit/oracle/oracle.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import { expect } from '@playwright/test';
import type { Cluster } from './cluster.ts';
import { pushesFrom } from './push-source.ts';
import { readRecorded, withoutAttempts } from './recorded.ts';
import type { ConnectedBot, Traffic } from './traffic.ts';

/** Reports of the bot that pushes: of users, sessions, commands, attribution and conversions. */
const pushReports = [
  'new_users',
  'left_users',
  'visitors',
  'active_users',
  'messages_from_user',
  'session_count',
  'rejection',
  'retention',
  'user_commands_stat',
  'audience',
  'conversion_summary',
];
const pushesTo = '2026-03-31';
/** Reports of the bots that users write to: they happen now, so only totals of the week can be compared. */
const chatReports = ['messages_from_user', 'visitors', 'new_users'];

const builtIn: Question['targets'] = [
  { id: 1, name: 'Sale', trigger: { kind: 'api' }, value: { kind: 'event' } },
  { id: 2, name: 'Telegram purchases', trigger: { kind: 'purchase' }, value: { kind: 'event' } },
];

/** Everything that a run left behind, in a form that is equal for two runs of the same scenario. */
export interface Counted {
  reports: Record<string, unknown>;
  recorded: Record<string, ReturnType<typeof withoutAttempts>>;
}

const collectTotals = ({ lines }: Report): Record<string, number> =>
  Object.fromEntries(lines.map(({ name, total }) => [name, total ?? 0]));

const ask = ({ owner }: Traffic, key: string, report: string, period: string): Promise<Report> =>
  owner.ask<Report>('GET', `/api/reports/${key}/${report}?period=${period}&detail=day`);

/** Reads all of it; the reports of the bot that pushes are compared with the oracle on the way. */
export async function readCounted(cluster: Cluster, traffic: Traffic): Promise<Counted> {
  const { bots, pushing } = traffic;
  const counts: Counted = { reports: {}, recorded: {} };
  for (const bot of bots) {
    for (const report of chatReports) {
      counts.reports[`${bot.name} ${report}`] = collectTotals(await ask(traffic, bot.key, report, '7d'));
    }
    expect(counts.reports[`${bot.name} messages_from_user`]).toMatchObject({ text: countTexts(bot) });
    expect(counts.reports[`${bot.name} visitors`]).toEqual({ visitors: bot.said.size });
    expect(counts.reports[`${bot.name} new_users`]).toEqual({ new: bot.said.size });
    counts.recorded[bot.name] = withoutAttempts(await readRecorded(cluster.events, bot.key));
  }
  for (const report of pushReports) {
    const { data_since: _, ...answer } = await ask(traffic, pushing.key, report, `${pushesFrom}..${pushesTo}`);
    expect(answer, `${report} as the oracle counts it`).toEqual(countAgain(traffic, answer));
    counts.reports[`pushing_bot ${report}`] = answer;
  }
  return counts;
}

const countTexts = ({ said }: ConnectedBot): number => [...said.values()].reduce((sum, texts) => sum + texts.length, 0);

/** Answers the same question by plain loops over what was sent. */
function countAgain({ pushing }: Traffic, { type_report: type, period }: Report): Report {
  const question: Question = {
    type,
    from: period.from,
    to: period.to,
    zone: period.time_zone,
    detail: 'day',
    now: Date.now(),
    sessionGapMinutes: 30,
    hiddenCommands: [],
    callbackMaxLength: 64,
    filter: [],
    model: 'last_significant',
    parameter: 'source',
    measure: 'launches',
    rules: { type: 'auto', params: [], paramSeparator: '-', valueSeparator: '_', sourceParam: 'source' },
    targets: builtIn,
  };
  return answerByCounting(pushing.source.deliveries, question);
}
