/**
 * All that owners can do at once: ten heavy reports, exports of users, uploads of 100 MB, pushes. A process of its own,
 * or it would hold up the load beside it. Prints a line when it begins, and what it did when its input ends.
 *
 *   node busy.ts PORT BOT_KEY API_KEY
 */

import { signIn } from './owner.ts';
import { createUpdateSource } from './take-updates.ts';

const [port = '', botKey = '', apiKey = ''] = process.argv.slice(2);
const takeUpdates = createUpdateSource('busy', '2026-08-01T00:00:00Z');

/** Reports that read much, over the whole history. */
const heavyReports = [
  'retention',
  'utm_summary',
  'conversion_sources',
  'user_commands_stat',
  'session_count',
  'avg_duration_session',
  'visitors',
  'return_users',
  'active_users',
  'activity_hours',
] as const;
const pushSize = 100;
const uploadBytes = 100_000_000;

const owner = await signIn({ port: Number(port) });
const counts = { reports: 0, exports: 0, uploads: 0, pushes: 0, failures: 0 };
let isOver = false;
async function repeatUntilOver(
  name: Exclude<keyof typeof counts, 'failures'>,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!isOver) {
    try {
      await work();
      counts[name] += 1;
    } catch {
      counts.failures += 1;
    }
  }
}
const period = 'date_start=2026-08-01&date_end=2026-11-30';
const lines = takeUpdates(2_000).map(({ update }) => `${JSON.stringify(update)}\n`);
const updatesChunk = Buffer.from(lines.join(''));
const file = Buffer.concat(Array.from({ length: Math.ceil(uploadBytes / updatesChunk.length) }, () => updatesChunk));
const batches = Array.from({ length: 50 }, () => JSON.stringify(takeUpdates(pushSize)));
let pushed = 0;

const work = [
  ...heavyReports.map((type) =>
    repeatUntilOver('reports', () => owner.read(`/reports/${botKey}/${type}?${period}&n=${Math.random()}`)),
  ),
  repeatUntilOver('exports', () => owner.read(`/reports/${botKey}/visitors/users.csv?${period}`)),
  repeatUntilOver('uploads', async () => {
    const { id } = await owner.send(`/bots/${botKey}/uploads?file_name=updates.jsonl`, file);
    await owner.call('POST', `/bots/${botKey}/uploads/${id}/start`, { content: 'updates' });
  }),
  repeatUntilOver('pushes', async () => {
    pushed += 1;
    const answer = await fetch(`http://127.0.0.1:${port}/v1/send-batch-update`, {
      method: 'POST',
      headers: { 'api-key': apiKey, 'content-type': 'application/json' },
      body: batches[pushed % batches.length] as string,
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(String(answer.status));
  }),
];
console.log('busy');
process.stdin.resume().once('end', async () => {
  isOver = true;
  await Promise.all(work);
  const countLabels = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  console.log(`  meanwhile: ${countLabels.join(', ')}`);
});
