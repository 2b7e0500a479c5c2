import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Meta Conversions API',
  about: 'Report conversions of the bot to ads on Facebook and Instagram.',
  leaves:
    'Name, ID and time of the event, amount, currency, payment ID and name of the target; the user ID as SHA-256, and names as SHA-256 if you allow them; fbp and fbc of the browser if they are known, and the address of the page without its query.',
  steps: {
    dataset: 'In Meta Events Manager, choose the dataset (pixel) and copy its ID from Settings.',
    token: 'In Settings → Conversions API, choose Generate access token and copy it.',
    test: 'Optional: copy the test code from Test Events.',
  },
  fields: {
    dataset_id: { label: 'Dataset ID', hint: 'The same as the pixel ID.' },
    access_token: { label: 'Access token', hint: 'Of the Conversions API. It starts with EAA.' },
    test_event_code: {
      label: 'Test code',
      hint: 'While it is set, events are also shown in Test Events. They still count, so remove it after testing.',
    },
    star_value: {
      label: 'Value of one Star',
      hint: 'Meta does not accept Telegram Stars. 0: purchases in Stars are not sent.',
    },
    star_currency: { label: 'Currency of this value', hint: 'Three letters, for example USD.' },
  },
  test: 'Proves that the token and the dataset work. One event, BotscopeTest, stays in the dataset. Whether Meta can match your users is not proven.',
} satisfies ProviderTexts<'meta_capi'>;
