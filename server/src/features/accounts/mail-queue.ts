import type { Logger } from 'pino';
import type { Mail, Mailer } from '../../platform/mail/mail.ts';

/** Sends mails in the background: the time of an answer must not show whether there is one to send. */
export interface MailQueue {
  /**
   * Makes and sends a mail, or none. One after another for each address: the mail that
   * arrives last must carry the code that works.
   */
  add(to: string, make: () => Promise<Mail | null> | Mail | null): void;
  /** Resolves when all mails have left. */
  settled(): Promise<void>;
}

export function createMailQueue({ mailer, logger }: { mailer: Pick<Mailer, 'send'>; logger: Logger }): MailQueue {
  const underWay = new Map<string, Promise<void>>();
  return {
    add(to, make) {
      const sent = (underWay.get(to) ?? Promise.resolve())
        .then(make)
        .then((mail) => (mail === null ? undefined : mailer.send(mail)))
        .catch((error: unknown) => logger.error({ err: error }, 'a mail could not be sent'))
        .finally(() => {
          if (underWay.get(to) === sent) underWay.delete(to);
        });
      underWay.set(to, sent);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
