import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** In `npm run test:long`; `npm test` has to end while someone waits for it. */
    isLongRun: boolean;
  }
}

/** Chooses how much of something a test does: worlds, questions, kills. */
export const byRunLength = <T>(amount: { regular: T; long: T }): T =>
  inject('isLongRun') ? amount.long : amount.regular;
