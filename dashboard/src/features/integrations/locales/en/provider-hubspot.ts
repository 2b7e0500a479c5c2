import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'HubSpot',
  about: 'Keep users as contacts, with what they did last.',
  leaves:
    'A contact for each user: user ID, language, source, bot, first launch, last event and last payment; names and username only if you allow them. With notes, also the data of each event. The event “User erased” permanently deletes the contact.',
  steps: {
    key: 'In HubSpot, open Development → Keys → Service keys and create a service key. An existing private app (Legacy apps) works too.',
    scopes:
      'Add the scopes crm.objects.contacts.read, crm.objects.contacts.write, crm.schemas.contacts.read and crm.schemas.contacts.write.',
    copy: 'Show the key and copy it.',
  },
  fields: {
    token: { label: 'Access token', hint: 'The service key, or the token of a private app, which starts with pat-.' },
    id_property: {
      label: 'Property with the user ID',
      hint: 'Contacts are found by it. It is created if it does not exist; an existing property must require unique values.',
    },
    notes: { label: 'Add a note for each event', hint: 'Notes are shown on the timeline of the contact.' },
  },
  test: 'Proves that the token works and that the properties exist. Missing properties are created, but no contact. Whether contacts may be written is certain only after the first event, since HubSpot does not report the scopes of every token.',
} satisfies ProviderTexts<'hubspot'>;
