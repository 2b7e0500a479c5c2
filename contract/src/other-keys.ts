import * as z from 'zod/mini';

/** Number of digits shown of a wrong key: enough to find it in a page. */
export const shownKeyDigits = 4;

/** A page that reported within the last hour with a key that nothing has. */
export const OtherKey = z.object({
  host: z.string(),
  /** The last ones of the key. */
  digits: z.string(),
  at: z.string(),
});
export type OtherKey = z.output<typeof OtherKey>;
