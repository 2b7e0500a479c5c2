import type * as z from 'zod/v4/core';

/** A kind of event that integrations send. */
export interface IntegrationEventKind<Data extends z.$ZodType = z.$ZodType> {
  /** `user`: the event says who it is about; `bot`: it is about nobody. */
  about: 'user' | 'bot';
  /** Members of `data`. Their meaning never changes once it was released; new ones may be added. */
  data: Data;
  /** Shown by previews, and sent by tests of integrations. */
  sample: z.output<Data>;
}

/** Keeps the type of the data, and checks the sample against it. */
export const eventKind = <Data extends z.$ZodType>(
  about: IntegrationEventKind['about'],
  data: Data,
  sample: z.output<Data>,
): IntegrationEventKind<Data> => ({ about, data, sample });
