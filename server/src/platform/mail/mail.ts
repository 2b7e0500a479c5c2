import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

/** A mail as the templates make it; the sender is the installation's. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** `log`: there is no mail server; mails go to the log and to `<dataDir>/outbox`. */
  delivery: 'smtp' | 'log';
  /** Resolves when the mail server (or the outbox) has taken the mail; rejects after three tries. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Where mails go without a mail server. */
export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox');

export function createMailer(options: {
  smtpUrl?: string | undefined;
  /** `Name <address>` */
  from: string;
  dataDir: string;
  logger: Logger;
  /** Pauses between tries, in milliseconds. */
  retryAfter?: readonly number[];
}): Mailer {
  return options.smtpUrl ? smtpMailer({ ...options, smtpUrl: options.smtpUrl }) : outboxMailer(options);
}

function smtpMailer(options: {
  smtpUrl: string;
  from: string;
  logger: Logger;
  retryAfter?: readonly number[];
}): Mailer {
  const transport = createTransport({ url: options.smtpUrl, pool: true, maxConnections: 2, connectionTimeout: 10_000 });
  const pauses = options.retryAfter ?? [1_000, 10_000];
  return {
    delivery: 'smtp',
    async send(mail) {
      for (const pause of [...pauses, null]) {
        try {
          await transport.sendMail({ ...mail, from: options.from });
          return;
        } catch (error) {
          // An answer of 5xx is final; what else goes wrong may pass: greylisting, a restart, a lost connection.
          const final = ((error as { responseCode?: number }).responseCode ?? 0) >= 500;
          if (final || pause === null) throw error;
          options.logger.warn({ err: error, pause }, 'the mail server did not take a mail; trying again');
          await new Promise((resolve) => setTimeout(resolve, pause).unref());
        }
      }
    },
    close: () => transport.close(),
  };
}

function outboxMailer(options: { from: string; dataDir: string; logger: Logger }): Mailer {
  const outbox = outboxOf(options.dataDir);
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
