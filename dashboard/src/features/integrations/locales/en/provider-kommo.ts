import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Kommo',
  about: 'Turn users into contacts, and their events into leads and notes.',
  leaves:
    'A contact for each user, with the user ID, and the name if you allow it; a lead or a note for each chosen event, with its time, bot, source, amount and data. Kommo cannot erase users on request: delete their contacts, leads and notes there by hand.',
  steps: {
    integration: 'As an administrator, open Settings → Integrations and create a private integration.',
    token: 'Open Keys and scopes, choose Generate long-lived token and a term of up to 5 years.',
    copy: 'Copy the token. It is shown only once.',
  },
  fields: {
    subdomain: { label: 'Subdomain', hint: 'First part of the address of your account: example of example.kommo.com.' },
    token: { label: 'Long-lived token', hint: 'Only administrators can generate it.' },
    record_types: {
      label: 'Events that create leads',
      hint: 'Types of events, one per line. Other events become notes on the contact. Repeated launches never create leads.',
    },
    pipeline_id: { label: 'Pipeline ID', hint: '0: the main pipeline.' },
    status_id: { label: 'Stage ID', hint: '0: the first stage of the pipeline.' },
    star_price: {
      label: 'Value of one Star',
      hint: 'In the currency of the account. 0: Stars are not added to budgets. Budgets are whole numbers, and other currencies are not converted.',
    },
  },
  test: 'Proves that the token opens the account and that the chosen pipeline and stage exist. Nothing is created. The first event creates three fields: Telegram ID, Botscope event ID and Botscope source.',
} satisfies ProviderTexts<'kommo'>;
