import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Segment',
  about: 'Send events to Segment and on to the tools that you have connected there.',
  leaves:
    'Each chosen event with its time, bot, data and link parameters; the user ID, language, Premium, first launch and source. Names and texts only if you allow them. Segment forwards all of it to the tools connected there.',
  steps: {
    source: 'In Segment, open Connections → Sources, choose Add source and select HTTP API.',
    key: 'In the source, open Settings → API Keys and copy the Write Key.',
  },
  fields: {
    region: {
      label: 'Region',
      hint: 'Region of your workspace.',
      options: { us: 'United States', eu: 'European Union' },
    },
    write_key: { label: 'Write Key', hint: 'Of the HTTP API source.' },
  },
  test: 'Sends one made-up event of the first chosen type. Success proves only that Segment accepts requests, since it accepts unknown keys too: look in the Debugger of the source.',
} satisfies ProviderTexts<'segment'>;
