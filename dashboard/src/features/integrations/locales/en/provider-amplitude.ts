import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Amplitude',
  about: 'Analyse events of the bot in Amplitude.',
  leaves:
    'Each chosen event with its time, bot, data and link parameters; the user ID, language, Premium, first launch and source. Names and texts only if you allow them.',
  steps: {
    project: 'In Amplitude, open Organization settings → Projects and choose the project.',
    key: 'Copy the API Key, not the Secret Key.',
  },
  fields: {
    region: {
      label: 'Region',
      hint: 'Where Amplitude stores your data.',
      options: { us: 'United States', eu: 'European Union' },
    },
    api_key: { label: 'API Key', hint: '32 characters: digits and letters from a to f.' },
    revenue_currency: {
      label: 'Revenue currency',
      hint: 'Three letters. Only payments in it count as revenue: Amplitude does not convert currencies.',
    },
  },
  test: 'Sends one made-up event of the first chosen type, which stays in the project. Success proves that Amplitude accepted it.',
} satisfies ProviderTexts<'amplitude'>;
