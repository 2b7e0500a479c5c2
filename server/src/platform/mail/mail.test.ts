import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { testMetadata } from '../metadata/test-metadata.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createSealer } from '../outgoing/sealer.ts';
import { createMailer, toOutboxPath } from './mail.ts';
import { noticeMail } from './notices.ts';
import { codeMail } from './templates.ts';
import { startTestSmtp } from './test-smtp.ts';

const mail = codeMail({
  purpose: 'activation',
  to: 'ann@example.com',
  language: 'ru',
  code: '482913',
  link: 'http://localhost/activation?email=a%40b&code=482913',
  minutes: 15,
});
const logger = pino({ level: 'silent' });
const from = 'Botscope <stats@example.org>';

describe('a mailer with an SMTP server', () => {
  const metadata = testMetadata();
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  /** A mailer to a server with these answers to the ends of messages; pauses between attempts are a moment. */
  async function mailerWith(answers: string[]) {
    const smtp = await startTestSmtp(() => answers.shift() ?? '250 ok');
    const clock = { now: Date.parse('2026-03-01T10:00:00Z') };
    const sealer = createSealer('s'.repeat(32));
    const parts = {
      metadata: metadata(),
      instanceId: 'one',
      sealer,
      logger,
      metrics: new Registry(),
      now: () => clock.now,
    };
    const outbox = createOutbox({ ...parts, lookEvery: 10 });
    const mailer = createMailer({ smtpUrl: smtp.url, from, dataDir: '/nowhere', logger, outbox });
    const worker = outbox.start();
    ends.push(smtp.close, mailer.close, outbox.close, worker.close);
    const rows = () => metadata().db.selectFrom('outbox').selectAll().orderBy('id').execute();
    return { smtp, mailer, clock, rows, settled: outbox.settled, metrics: parts.metrics };
  }

  test('sends text and HTML from the address of the installation, and keeps nothing of it', async () => {
    const { smtp, mailer, rows, settled } = await mailerWith([]);
    await mailer.send(mail);
    await settled();
    expect(mailer.delivery).toBe('smtp');
    expect(smtp.messages).toHaveLength(1);
    expect(smtp.messages[0]).toMatch(/^From: Botscope <stats@example\.org>\r$/m);
    expect(smtp.messages[0]).toMatch(/^To: ann@example\.com\r$/m);
    expect(smtp.messages[0]).toMatch(/^Message-ID: <[\w-]{36}@example\.org>\r$/m);
    expect(smtp.messages[0]).toContain('text/plain');
    expect(smtp.messages[0]).toContain('text/html');
    expect(await rows()).toEqual([]);
  });

  test('tries again what may pass, and not what is final', async () => {
    const { smtp, mailer, clock, rows, metrics } = await mailerWith(['451 later', '421 busy', '250 ok', '550 nobody']);
    await mailer.send(mail);
    for (const attempts of [1, 2]) {
      await expect.poll(async () => (await rows())[0]).toMatchObject({ attempts, claimed_by: null });
      expect(smtp.messages).toHaveLength(attempts);
      clock.now += 60_000;
    }
    await expect.poll(rows).toEqual([]);
    expect(smtp.messages).toHaveLength(3);

    await mailer.send(mail);
    await expect.poll(() => smtp.messages.length).toBe(4);
    await expect.poll(rows).toEqual([]);
    expect(await metrics.metrics()).toContain('botscope_outbox_failures_total{kind="mail",reason="rejected"} 1');
    expect(smtp.accepted).toHaveLength(1);
  });

  test('a code that the mail server does not take in time is never sent', async () => {
    const { smtp, mailer, clock, rows } = await mailerWith(['451 later']);
    await mailer.send(mail);
    await expect.poll(async () => (await rows())[0]).toMatchObject({ attempts: 1, claimed_by: null });
    clock.now += 16 * 60_000;
    await expect.poll(rows).toEqual([]);
    expect(smtp.accepted).toEqual([]);
    expect(smtp.messages).toHaveLength(1);
  });
});

test('a mailer without a mail server writes to the log and to a file that only the operator can read', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-mail-'));
  const lines: string[] = [];
  const mailer = createMailer({
    from,
    dataDir,
    outbox: { register: () => expect.unreachable('nothing is queued without a mail server') },
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  });
  await mailer.send(mail);

  expect(mailer.delivery).toBe('log');
  const [file] = readdirSync(toOutboxPath(dataDir));
  const path = join(toOutboxPath(dataDir), file!);
  expect(readFileSync(path, 'utf8')).toContain(
    'To: ann@example.com\nSubject: 482913 — ваш код Botscope\n\nВведите этот код',
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(lines.join()).toContain('482913');
  rmSync(dataDir, { recursive: true });
});

describe('templates', () => {
  const question = { to: 'ann@example.com', code: '000123', link: 'http://x/?a=1&b="<', minutes: 15 } as const;
  test.each([
    ['activation', 'en', '000123 is your Botscope code', 'within 15 minutes'],
    ['reset', 'en', '000123: reset your Botscope password', 'within 15 minutes'],
    ['activation', 'ru', '000123 — ваш код Botscope', 'в течение 15 минут'],
    ['reset', 'ru', '000123 — новый пароль Botscope', 'в течение 15 минут'],
    ['new-email', 'en', '000123: confirm your email for Botscope', 'within 15 minutes'],
    ['new-email', 'ru', '000123 — подтвердите почту для Botscope', 'в течение 15 минут'],
  ] as const)('%s in %s', (purpose, language, subject, life) => {
    const email = codeMail({ ...question, purpose, language });
    expect(email.subject).toBe(subject);
    expect(email.text).toContain(life);
    expect(email.text).toContain('\n000123\n');
    expect(email.html).toContain('http://x/?a=1&amp;b=&quot;&lt;');
    expect(email.html).toContain(`<html lang="${language}">`);
  });

  test.each(['en', 'ru'] as const)('a code for a page that is open has no link, in %s', (language) => {
    const email = codeMail({ ...question, purpose: 'proof', language, link: null });
    expect(email.text).toContain('\n000123\n');
    expect(email.text + email.html).not.toMatch(/https?:|<a /);
  });

  test.each([
    ['email_changed', 'en', 'Your Botscope email was changed'],
    ['email_changed', 'ru', 'Почта в Botscope изменена'],
    ['account_deleted', 'en', 'Your Botscope account has been deleted'],
    ['account_deleted', 'ru', 'Ваш аккаунт Botscope удалён'],
  ] as const)('the notice %s in %s', (notice, language, subject) => {
    const email = noticeMail(notice, 'ann@example.com', language);
    expect(email).toMatchObject({ to: 'ann@example.com', subject });
    expect(email.html).toContain(`<html lang="${language}">`);
  });

  test.each(['en', 'ru'] as const)('the notice names bots that wait for Telegram, in %s', (language) => {
    const email = noticeMail('account_deleted_waiting', 'ann@example.com', language, ['shop_bot', 'news_bot']);
    for (const part of [email.text, email.html]) expect(part).toContain('shop_bot, news_bot');
  });
});
