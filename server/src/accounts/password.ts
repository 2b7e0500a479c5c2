import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id with the parameters that OWASP recommends for it (19 MiB, 2 passes), about 25 ms in the thread pool, so that
 * a burst of sign-ins does not hold up the pushes of bots on the event loop.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const password = {
  hash: (plain: string): Promise<string> => hash(plain, cost),
  verify: (question: { hash: string; password: string }): Promise<boolean> => verify(question.hash, question.password),
};
