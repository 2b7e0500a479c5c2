import type { FieldType } from '../../analytics/query/segments/segment-context.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CustomFields, FieldDefinition } from '../custom-fields/custom-fields.ts';
import { defineFeature } from '../feature.ts';
import { createSegments, type SegmentPlace } from './segments.ts';

/** Segments and lists of users; their routes are those of the feature `users`. */
export const segments = defineFeature({
  name: 'segments',
  tables: ['segments'],
  create: ({ customFields, metadata, store }: Platform & { customFields: CustomFields; store: EventStore }) => {
    const segments = createSegments({ metadata, store });
    return {
      offers: {
        segments,
        /** Loads the segments and fields that conditions may name, for every query of a report. */
        segmentsOf: async (bot: SegmentPlace) => {
          const [namedSegments, fields] = await Promise.all([
            segments.namedOf(bot),
            customFields.definitionsOf(bot.key),
          ]);
          // Archived fields too: a segment that was made with one stays as it is.
          return { segments: namedSegments, fields: new Map([...fields].map(([key, field]) => [key, typeOf(field)])) };
        },
      },
    };
  },
});

/** A date without a time of day means the same day to every reader. */
const typeOf = ({ type, settings }: FieldDefinition): FieldType =>
  type === 'date' && !('with_time' in settings && settings.with_time === true) ? 'day' : type;
