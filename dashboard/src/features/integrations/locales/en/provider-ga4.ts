import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Google Analytics 4',
  about: 'See launches, payments and conversions of the bot beside those of your website.',
  leaves:
    'Name and time of the event, the bot, what happened, amount, currency and payment ID; the user ID, language, Premium and source, and the client ID of the website visitor if it is known. Start parameters and button data only if you allow texts. Names of users are never sent.',
  steps: {
    stream: 'In Google Analytics, open Admin → Data streams, choose the web stream and copy its Measurement ID.',
    secret:
      'In the same stream, open Measurement Protocol API secrets, accept the terms, choose Create and copy the secret value.',
    names:
      'If you rename events, use up to 40 Latin letters, digits and underscores. Events with names that GA4 reserves are not sent.',
  },
  fields: {
    measurement_id: { label: 'Measurement ID', hint: 'It starts with G-.' },
    api_secret: { label: 'API secret', hint: 'Secret value of the Measurement Protocol, from the same stream.' },
    region: {
      label: 'Region',
      hint: 'Where Google receives the events.',
      options: { global: 'Global', eu: 'European Union' },
    },
    star_value: {
      label: 'Value of one Star',
      hint: 'GA4 does not accept Telegram Stars. 0: payments in Stars have no value, and their number is sent as “stars”.',
    },
    star_currency: { label: 'Currency of this value', hint: 'Three letters, for example USD.' },
  },
  test: 'Proves that the format is correct. Google checks neither the secret nor the Measurement ID: look for the event botscope_test in DebugView.',
} satisfies ProviderTexts<'ga4'>;
