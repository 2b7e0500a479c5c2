import type { Logger } from 'pino';
import type { Mail, Mailer } from '../../platform/mail/mail.ts';

/** Mails in the background: whether there is one to send must not show in the time of an answer. */
export interface Post {
  /**
   * Makes and sends a mail, or none. One after another for each address: the mail that arrives last is to carry the
   * code that works.
   */
  later(to: string, make: () => Promise<Mail | null> | Mail | null): void;
  /** Resolves when what is under way has left. */
  settled(): Promise<void>;
}

export function createPost({ mailer, logger }: { mailer: Pick<Mailer, 'send'>; logger: Logger }): Post {
  const underWay = new Map<string, Promise<void>>();
  return {
    later(to, make) {
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
