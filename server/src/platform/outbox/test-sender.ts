import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createMailer } from '../mail/mail.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { createSealer } from '../outgoing/sealer.ts';
import { createOutbox } from './outbox.ts';

/** Script: `node test-sender.ts DATABASE_URL SMTP_URL` sends what is in the outbox, until it is killed. */
const [, , databaseUrl, smtpUrl] = process.argv;
if (!databaseUrl || !smtpUrl) throw new Error('Which database, which mail server?');
const logger = pino({ level: 'silent' });
const metadata = await openMetadata({ dataDir: '/nowhere', databaseUrl, logger });
const parts = {
  metadata,
  instanceId: randomUUID(),
  sealer: createSealer('s'.repeat(32)),
  logger,
  metrics: new Registry(),
};
const outbox = createOutbox({ ...parts, claimMs: 1_500, lookEvery: 100 });
createMailer({ smtpUrl, from: 'Botscope <stats@example.org>', dataDir: '/nowhere', logger, outbox });
outbox.start();
process.stdout.write('ready\n');
