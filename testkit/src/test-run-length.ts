/** In `npm run test:long`; `npm test` has to end while someone waits for it. */
const isLongRun = process.env.LONG_RUN === '1';

/** Chooses how much of something a test does: worlds, questions, kills. */
export const byRunLength = <T>(amount: { regular: T; long: T }): T => (isLongRun ? amount.long : amount.regular);
