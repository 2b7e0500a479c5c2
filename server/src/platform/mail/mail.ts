import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { DeliveryError } from '../outbox/delivery-error.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { minuteMs } from '../time-units.ts';

/** A mail as the templates make it; the sender is the installation's. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Set for a mail with a code: it is not sent later than that, and codes to one address arrive in their order. */
  validMinutes?: number;
}

export interface Mailer {
  /** `log`: there is no mail server; mails go to the log and to `<dataDir>/outbox`. */
  delivery: 'smtp' | 'log';
  /** Resolves when the mail is stored; it is sent at once, and again while the mail server does not take it. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Directory of mails if there is no mail server. */
export const toOutboxPath = (dataDir: string): string => join(dataDir, 'outbox');

export function createMailer(options: {
  smtpUrl?: string | undefined;
  /** `Name <address>` */
  from: string;
  dataDir: string;
  logger: Logger;
  /** Queue in which mails wait for the mail server. */
  outbox: Pick<Outbox, 'register'>;
}): Mailer {
  return options.smtpUrl ? smtpMailer({ ...options, smtpUrl: options.smtpUrl }) : fileMailer(options);
}

function smtpMailer(options: { smtpUrl: string; from: string; outbox: Pick<Outbox, 'register'> }): Mailer {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  const mails = options.outbox.register<Omit<Mail, 'validMinutes'> & { messageId: string }>('mail', async (mail) => {
    try {
      await transport.sendMail({ ...mail, from: options.from });
    } catch (error) {
      // An answer of 5xx is final; what else goes wrong may pass: greylisting, a restart, a lost connection, and a
      // rejected password of ours (535), which the operator corrects.
      const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
      const isFinal = responseCode >= 500 && code !== 'EAUTH';
      throw new DeliveryError('The mail server did not take a mail', { isFinal, cause: error });
    }
  });
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? 'localhost';
  return {
    delivery: 'smtp',
    send: ({ validMinutes, ...mail }) =>
      mails.add(
        // A mail that is sent twice after all is shown once by many mailboxes: both have the same ID.
        { ...mail, messageId: `<${randomUUID()}@${domain}>` },
        validMinutes === undefined ? {} : { validMs: validMinutes * minuteMs, orderKey: mail.to },
      ),
    close: () => transport.close(),
  };
}

function fileMailer(options: { from: string; dataDir: string; logger: Logger }): Mailer {
  const outbox = toOutboxPath(options.dataDir);
  return {
    delivery: 'log',
    async send(mail) {
      // Codes open accounts, so the files are for the operator only.
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString();
      const file = join(outbox, `${time.replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.txt`);
      const head = `Date: ${time}\nFrom: ${options.from}\nTo: ${mail.to}\nSubject: ${mail.subject}`;
      await writeFile(file, `${head}\n\n${mail.text}\n`, { mode: 0o600 });
      options.logger.info(
        { to: mail.to, subject: mail.subject, file },
        `no mail server is set, so here it is:\n${mail.text}`,
      );
    },
    close() {},
  };
}
