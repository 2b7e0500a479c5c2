import type { Draft, Step } from '@botscope/server/events/normalize/draft.ts';
import { fixtures } from '@botscope/server/events/normalize/fixtures/index.ts';
import { defaultStartRules, normalizeUpdate } from '@botscope/server/events/normalize/normalize-update.ts';
import { pipeline } from '@botscope/server/events/normalize/pipeline.ts';

/** Microseconds that one update costs between the socket and the store, whole and by step: `node bench/normalize.ts`. */

const perRound = 50_000;
const roundCount = 7;

const envelope = { bot: '0123456789abc', date: '2025-11-20T10:00:00.123+00:00', receivedAt: 1_763_632_802_345 };
const { message, callback_query } = fixtures;
const texts = Array.from({ length: 1_000 }, (_, index) =>
  JSON.stringify({ ...(index % 3 === 0 ? callback_query : message).update, update_id: 700_000_000 + index }),
);
const updates = texts.map((text): Record<string, unknown> => JSON.parse(text));
const drafts = updates.map((update): Draft => {
  const result = normalizeUpdate({ ...envelope, update }, defaultStartRules);
  if ('rejected' in result) throw new Error(result.rejected);
  return { received: { ...envelope, update }, update, rules: defaultStartRules, event: result.event };
});

/** Results go here, so that the engine may not skip the work. */
let lastResult: unknown;

function measure(name: string, work: (index: number) => unknown): void {
  const rounds = Array.from({ length: roundCount }, () => {
    const start = performance.now();
    for (let index = 0; index < perRound; index++) lastResult = work(index % texts.length);
    return ((performance.now() - start) * 1_000) / perRound;
  });
  // The best round has the least of other work in it; the first ones warm the compiler up.
  console.log(
    `${name.padEnd(28)}${Math.min(...rounds)
      .toFixed(2)
      .padStart(8)} µs`,
  );
}

const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / texts.length;
console.log(`${texts.length} updates of ${bytes.toFixed(0)} bytes on average, best of ${roundCount} rounds\n`);
measure('baseline: JSON.parse', (index) => JSON.parse(texts[index] ?? ''));
measure('baseline: JSON.stringify', (index) => JSON.stringify(updates[index]));
measure('normalizeUpdate', (index) => normalizeUpdate({ ...envelope, update: updates[index] }, defaultStartRules));
for (const step of pipeline) measure(`  ${step.name}`, (index) => run(step, drafts[index]));

function run(step: Step, draft: Draft | undefined): unknown {
  return draft === undefined ? undefined : step(draft);
}

if (lastResult === undefined) throw new Error('nothing was measured');
