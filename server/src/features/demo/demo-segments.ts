import type { SegmentCondition } from '@botscope/contract';
import { longestButton } from '../../analytics/query/command-sql.ts';
import { noSegments, segmentContext } from '../../analytics/query/segments/segment-context.ts';
import type { Segments } from '../segments/segments.ts';
import { demoFields } from './demo-fields.ts';

const atLeastOnce = { of: 'count', is: 'at_least', number: 1 } as const;
const paid: SegmentCondition = {
  kind: 'event',
  did: true,
  event: { kind: 'payment' },
  times: atLeastOnce,
  when: { kind: 'ever' },
};
const silent: SegmentCondition = {
  kind: 'event',
  did: false,
  event: { kind: 'action', types: [] },
  times: atLeastOnce,
  when: { kind: 'last', days: 14 },
};
const isLive: SegmentCondition = { kind: 'property', property: 'status', not: false, values: ['live'] };

/** Segments of users to whom the owner of the demo shop would write. */
export const demoSegments: readonly { name: string; rules: SegmentCondition[] }[] = [
  { name: 'Paid, silent for two weeks', rules: [paid, silent, isLive] },
  {
    name: 'New this week',
    rules: [{ kind: 'seen', seen: 'first', when: { kind: 'last', days: 7 } }],
  },
  {
    name: 'Looked at items, never paid',
    rules: [
      {
        kind: 'event',
        did: true,
        event: { kind: 'button', data: 'item:', match: 'begins' },
        times: { of: 'count', is: 'at_least', number: 2 },
        when: { kind: 'last', days: 30 },
      },
      { ...paid, did: false },
    ],
  },
  {
    name: 'Never opened the chat',
    rules: [{ kind: 'property', property: 'chat', not: false, values: ['never_opened'] }],
  },
  { name: 'VIP customers', rules: [{ kind: 'field', key: 'vip', is: 'is', values: ['yes'] }, isLive] },
];

/** Creates the segments of the demo once. */
export async function ensureSegments(
  segments: Pick<Segments, 'list' | 'create'>,
  bot: string,
  now: number,
): Promise<void> {
  if ((await segments.list({ key: bot })).length > 0) return;
  const reading = {
    model: 'first',
    sourceParameter: 'source',
    hiddenCommands: [],
    callbackMaxLength: longestButton,
  } as const;
  const fields = new Map(demoFields.map(({ draft: { key, type } }) => [key, type]));
  const context = segmentContext({ ...reading, timeZone: 'UTC', targets: [], ...noSegments, fields }, undefined, now);
  for (const { name, rules } of demoSegments) {
    const draft = { name, kind: 'dynamic', rules: { match: 'all', rules }, createdBy: null } as const;
    await segments.create({ key: bot }, draft, context);
  }
}
