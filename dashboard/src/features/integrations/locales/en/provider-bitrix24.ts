import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Bitrix24',
  about: 'Turn users into contacts, and their events into deals, leads and comments.',
  leaves:
    'A contact for each user, with the user ID and UTM marks, name and username only if you allow them; a deal, lead or comment for each chosen event, with its time, bot, amount and data. Bitrix24 cannot erase users on request: delete their records there by hand.',
  steps: {
    webhook: 'In Bitrix24, open Developer resources → Other → Inbound webhook.',
    permission: 'Assign the permission CRM (crm) and save the webhook.',
    url: 'Copy its URL. Anyone with it can act as you: store it like a password.',
  },
  fields: {
    webhook: { label: 'Webhook URL', hint: 'Address for calls of the REST API, with the user number and the code.' },
    record: {
      label: 'Records',
      hint: 'What the events below create.',
      options: { deal: 'Deals', lead: 'Leads' },
    },
    record_types: {
      label: 'Events that create records',
      hint: 'Types of events, one per line. Other events become comments on the contact. Repeated launches never create records.',
    },
    category_id: { label: 'Pipeline ID', hint: 'Only for deals. 0: the general pipeline.' },
    stage_id: { label: 'Stage', hint: 'Such as NEW, or C3:NEW in pipeline 3. Empty: the first stage.' },
    assigned_by_id: { label: 'Responsible user ID', hint: '0: the owner of the webhook.' },
    star_price: {
      label: 'Value of one Star',
      hint: 'In the currency of your Bitrix24. 0: payments in Stars create records without an amount.',
    },
  },
  test: 'Proves that the webhook works and may use CRM, and that the chosen stage exists. Nothing is created.',
} satisfies ProviderTexts<'bitrix24'>;
