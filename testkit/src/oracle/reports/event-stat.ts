import type { ReportLine } from '@botscope/contract';
import { isWithin } from '../calendar.ts';
import type { Fact } from '../facts/fact.ts';
import { kindsOfUpdates } from '../facts/kinds.ts';
import { line } from '../lines.ts';
import type { Look } from '../question.ts';

/**
 * Everything recorded, in and out, and by kind; an entry of an uploaded list is no event, nor is what a user does on a
 * website, nor a hit that nobody is proven for.
 */
export function eventStat(look: Look): ReportLine[] {
  const recordedEvents = look.acts.filter(
    ({ kind, userId }) => kind !== 'imported' && kind !== 'site_event' && (kind !== 'hit' || userId !== 0),
  );
  const count = (name: string, isOne: (event: Fact) => boolean) =>
    line(name, look, (span) => recordedEvents.filter((event) => isWithin(event.time, span) && isOne(event)).length);
  const kinds = [...Object.keys(kindsOfUpdates), 'opaque', 'hit', 'conversion'].map((kind) =>
    count(kind, (event) => event.kind === kind),
  );
  const calls = ['send', 'edit', 'delete', 'answer', 'other'].map((purpose) =>
    count(`call:${purpose}`, (event) => event.kind === 'call' && classifyCall(event) === purpose),
  );
  return [
    count('in', ({ kind }) => kind !== 'call'),
    count('out', ({ kind }) => kind === 'call'),
    ...[...kinds, ...calls].filter(({ total }) => total !== 0),
  ];
}

function classifyCall({ name }: Fact): string {
  if (/^(send|copy|forward)/.test(name)) return 'send';
  if (/^(edit|stop)/.test(name)) return 'edit';
  return /^(delete|answer)/.exec(name)?.[1] ?? 'other';
}
