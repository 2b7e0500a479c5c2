import * as z from 'zod/mini';
import { eventKind } from './event-kind.ts';

/** Events of the store that happened from one moment to another, the end exclusive; `events` were counted last. */
const File = z.object({ from: z.iso.datetime(), until: z.iso.datetime(), events: z.number() });

/** Sent by integrations whose unit is a file. Among the types of a selection it stands for events of every kind. */
export const fileEvents = {
  'events.file': eventKind('bot', File, {
    ...{ from: '2026-11-20T10:00:00.000Z', until: '2026-11-20T11:00:00.000Z', events: 1_250 },
  }),
} as const;
