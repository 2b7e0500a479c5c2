import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createMailer, outboxOf } from './mail.ts';
import { noticeMail } from './notices.ts';
import { codeMail } from './templates.ts';

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

describe('by SMTP', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  /** Speaks just enough SMTP; `answers` are its replies to the end of each message. */
  async function smtp(answers: string[]): Promise<{ url: string; messages: string[] }> {
    const messages: string[] = [];
    server = createServer((socket) => {
      sockets.add(socket);
      socket.write('220 test\r\n');
      let body: string | null = null;
      socket.on('data', (chunk) => {
        if (body !== null) {
          body += chunk.toString();
          if (!body.endsWith('\r\n.\r\n')) return;
          messages.push(body);
          body = null;
          socket.write(`${answers.shift() ?? '250 ok'}\r\n`);
        } else if (/^DATA/i.test(chunk.toString())) {
          body = '';
          socket.write('354 go on\r\n');
        } else {
          socket.write('250 ok\r\n');
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, messages };
  }

  const mailerTo = (smtpUrl: string) =>
    createMailer({ smtpUrl, from, dataDir: '/nowhere', logger, retryAfter: [1, 1] });

  test('sends text and HTML from the address of the installation', async () => {
    const { url, messages } = await smtp([]);
    const mailer = mailerTo(url);
    await mailer.send(mail);
    mailer.close();
    expect(mailer.delivery).toBe('smtp');
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^From: Botscope <stats@example\.org>\r$/m);
    expect(messages[0]).toMatch(/^To: ann@example\.com\r$/m);
    expect(messages[0]).toContain('text/plain');
    expect(messages[0]).toContain('text/html');
  });

  test('tries again what may pass, and not what is final', async () => {
    const passing = await smtp(['451 later', '421 busy', '250 ok']);
    const patient = mailerTo(passing.url);
    await patient.send(mail);
    patient.close();
    expect(passing.messages).toHaveLength(3);
    server.close();

    const refusing = await smtp(['550 no such person']);
    const refused = mailerTo(refusing.url);
    await expect(refused.send(mail)).rejects.toMatchObject({ responseCode: 550 });
    refused.close();
    expect(refusing.messages).toHaveLength(1);
  });
});

test('without a mail server: to the log and to a file that only the operator can read', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-mail-'));
  const lines: string[] = [];
  const mailer = createMailer({
    from,
    dataDir,
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  });
  await mailer.send(mail);

  expect(mailer.delivery).toBe('log');
  const [file] = readdirSync(outboxOf(dataDir));
  const path = join(outboxOf(dataDir), file!);
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
    const made = codeMail({ ...question, purpose, language });
    expect(made.subject).toBe(subject);
    expect(made.text).toContain(life);
    expect(made.text).toContain('\n000123\n');
    expect(made.html).toContain('http://x/?a=1&amp;b=&quot;&lt;');
    expect(made.html).toContain(`<html lang="${language}">`);
  });

  test.each(['en', 'ru'] as const)('a code for a page that is open has no link, in %s', (language) => {
    const made = codeMail({ ...question, purpose: 'proof', language, link: null });
    expect(made.text).toContain('\n000123\n');
    expect(made.text + made.html).not.toMatch(/https?:|<a /);
  });

  test.each([
    ['email_changed', 'en', 'Your Botscope email was changed'],
    ['email_changed', 'ru', 'Почта в Botscope изменена'],
    ['account_deleted', 'en', 'Your Botscope account has been deleted'],
    ['account_deleted', 'ru', 'Ваш аккаунт Botscope удалён'],
  ] as const)('the notice %s in %s', (notice, language, subject) => {
    const made = noticeMail(notice, 'ann@example.com', language);
    expect(made).toMatchObject({ to: 'ann@example.com', subject });
    expect(made.html).toContain(`<html lang="${language}">`);
  });

  test.each(['en', 'ru'] as const)('the notice names bots that wait for Telegram, in %s', (language) => {
    const made = noticeMail('account_deleted_waiting', 'ann@example.com', language, ['shop_bot', 'news_bot']);
    for (const part of [made.text, made.html]) expect(part).toContain('shop_bot, news_bot');
  });
});
