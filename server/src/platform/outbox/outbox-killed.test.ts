import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, expect, test } from 'vitest';
import { createMailer } from '../mail/mail.ts';
import { startTestSmtp } from '../mail/test-smtp.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { startTestPostgres } from '../metadata/test-postgres.ts';
import { createSealer } from '../outgoing/sealer.ts';
import { createOutbox } from './outbox.ts';

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const script = fileURLToPath(new URL('./test-sender.ts', import.meta.url));
async function launchSender(databaseUrl: string, smtpUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, databaseUrl, smtpUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
const parseNumber = (message: string): number => Number(/Subject: mail (\d+)/.exec(message)?.[1]);

test('two processes send each mail once, also when one is killed in the middle', async () => {
  const postgres = await startTestPostgres();
  ends.push(postgres.stop);
  const databaseUrl = await postgres.createDatabase();
  const logger = pino({ level: 'silent' });
  const metadata = await openMetadata({ dataDir: '/nowhere', databaseUrl, logger });
  ends.push(metadata.close);

  // From the third mail on nothing is answered, until the process that waits for the answers is killed.
  const unanswered: number[] = [];
  let isKilled = false;
  const smtp = await startTestSmtp((message) => {
    if (isKilled || smtp.messages.length < 3) return '250 ok';
    unanswered.push(parseNumber(message));
    return null;
  });
  ends.push(smtp.close);

  // The process that asks for the mails sends none: it ends at once after they are stored.
  const parts = {
    metadata,
    instanceId: 'asking',
    sealer: createSealer('s'.repeat(32)),
    logger,
    metrics: new Registry(),
  };
  const asking = createOutbox(parts);
  const mailer = createMailer({
    smtpUrl: smtp.url,
    from: 'x <x@example.org>',
    dataDir: '/nowhere',
    logger,
    outbox: asking,
  });
  await asking.close();
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  for (const number of numbers) {
    await mailer.send({ to: `p${number}@example.com`, subject: `mail ${number}`, text: 'hello', html: '<p>hello' });
  }
  mailer.close();

  const loadRows = () => metadata.db.selectFrom('outbox').select(['id', 'claimed_by']).execute();
  const first = await launchSender(databaseUrl, smtp.url);
  await expect.poll(() => unanswered.length, { timeout: 20_000 }).toBeGreaterThan(0);
  // Both mails that were answered are deleted: only between answer and delete may a mail be sent twice.
  await expect.poll(async () => (await loadRows()).length).toBe(38);
  first.kill('SIGKILL');
  await once(first, 'exit');
  isKilled = true;
  await Promise.all([launchSender(databaseUrl, smtp.url), launchSender(databaseUrl, smtp.url)]);
  await expect.poll(loadRows, { timeout: 30_000 }).toEqual([]);

  expect(smtp.accepted.map(parseNumber).toSorted((one, other) => one - other)).toEqual(numbers);
  // Mails under way at the kill were begun twice and taken once.
  for (const number of unanswered)
    expect(smtp.messages.map(parseNumber).filter((one) => one === number)).toHaveLength(2);
}, 90_000);
