import type { Logger } from 'pino';
import type { Mail, Mailer } from '../../platform/mail/mail.ts';

/**
 * Makes mails in the background: the time of an answer must not show whether there is one to send. A process that ends
 * in the milliseconds between the answer and the mail's row in the outbox loses it; the owner asks for another code.
 */
export interface MailQueue {
  /**
   * Makes a mail, or none, and gives it to the outbox. One after another for each address: the mail that
   * arrives last must carry the code that works.
   */
  add(to: string, make: () => Promise<Mail | null> | Mail | null): void;
  /** Resolves when all mails are in the outbox. */
  settled(): Promise<void>;
}

export function createMailQueue({ mailer, logger }: { mailer: Pick<Mailer, 'send'>; logger: Logger }): MailQueue {
  const underWay = new Map<string, Promise<void>>();
  return {
    add(to, make) {
      const delivery = (underWay.get(to) ?? Promise.resolve())
        .then(make)
        .then((mail) => (mail === null ? undefined : mailer.send(mail)))
        .catch((error: unknown) => logger.error({ err: error }, 'a mail could not be queued'))
        .finally(() => {
          if (underWay.get(to) === delivery) underWay.delete(to);
        });
      underWay.set(to, delivery);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
