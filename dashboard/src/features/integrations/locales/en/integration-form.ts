/** The wizard of a new integration, and the settings of one. */
export const integrationForm = {
  title: 'Connect {{name}}',
  progress: 'Step {{step}} of {{count}}: {{name}}',
  steps: { connect: 'Connect', choose: 'Choose', test: 'Test' },
  next: 'Continue',
  back: 'Back',
  save: 'Save and start',
  saved: '{{name}} is on',
  mayNot: {
    title: 'You cannot connect tools',
    text: 'Connecting needs the permission to change integrations of a bot.',
  },
  bot: 'Bot',
  leaves: 'What leaves Botscope:',
  name: 'Name',
  nameHint: 'To tell it from other integrations, for example: {{name}}, sales.',
  kept: 'Stored: {{hint}}. Leave it empty to keep it.',
  secretsAgain: 'Events would go to another place, so enter the secrets again.',
  secretsGone: 'Your choices were restored. Secrets are not stored in the browser: enter them again.',
  generate: 'Generate a new one',
  copySecret: 'Copy the secret',
  copyNow: 'It is shown only now. Copy it into your receiver before you continue.',
  events: {
    title: 'Events',
    none: 'Choose at least one event',
    groups: {
      users: 'Users',
      results: 'Payments and targets',
      actions: 'What users do',
      messages: 'Campaigns and chats',
      bot: 'The bot itself',
    },
  },
  filter: {
    title: 'Filters',
    text: 'Optional. Without filters, all events of the chosen kinds are sent.',
    targets: 'Only these targets',
    targetsHint: 'None selected: all targets.',
    names: 'Only these names',
    namesHint: 'Commands, data of buttons, and names of events, one per line. Empty: all.',
    minAmount: 'Minimum amount',
    minAmountHint:
      'In the smallest unit of the currency: 1000 is 10.00 EUR or 1000 Stars. Events without an amount are sent.',
    users: 'Only these users',
    usersHint: 'Without rules: all users. Events that are not about a user are always sent.',
  },
  names: {
    title: 'Names in {{name}}',
    optional: 'Empty fields keep the name that is shown in them.',
    required: 'Only events with a name are sent.',
    missing: 'Enter a name for at least one event',
  },
  privacy: {
    title: 'Data about users',
    ids: 'User IDs',
    hashed: {
      name: 'Hashed',
      text: 'The receiver can tell users apart, but not who they are in Telegram, and cannot write to them.',
    },
    plain: { name: 'Telegram IDs', text: 'The receiver knows the Telegram ID of each user.' },
    names: 'Send names and usernames',
    namesHint: 'First name, last name and @username leave Botscope with each event.',
    texts: 'Send texts',
    textsHint: 'What users type, data of buttons, values of fields, and payloads of launches and invoices.',
    forgets:
      'When you erase a user in Botscope, {{name}} learns of it, if it gets the event “User erased” or supports erasure itself.',
    keeps: '{{name}} cannot forget a user on request: after an erasure here, delete the user there yourself.',
  },
  preview: {
    title: 'Preview',
    text: 'Nothing is sent: this counts the events of the last 7 days and shows the exact request for one of them.',
    show: 'Show preview',
    again: 'Update',
    old: 'The settings have changed since.',
    matched_one: '{{number}} event in the last 7 days.',
    matched_other: '{{number}} events in the last 7 days.',
    atMost_one: 'At most {{number}} event in the last 7 days: rules for users are not counted in.',
    atMost_other: 'At most {{number}} events in the last 7 days: rules for users are not counted in.',
    sample: 'There is no such event yet, so this one is an example.',
    newest: 'The newest event:',
  },
  test: {
    title: 'Test',
    text: 'One made-up event is really sent. It is marked as a test where the tool allows it.',
    send: 'Send a test event',
    again: 'Send again',
    proves: {
      arrival: 'The event arrived.',
      address: 'The request was accepted.',
      nothing: 'The request was sent, which proves little.',
    },
  },
  past: {
    title: 'Earlier events',
    text: 'New events are sent from now on. You can also send those of the past days.',
    label: 'Start with',
    none: 'New events only',
    days_one: 'The last {{count}} day as well',
    days_other: 'The last {{count}} days as well',
    tooOld: '{{name}} does not accept events that are older than {{duration}}.',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    IntegrationForm: typeof integrationForm;
  }
}
