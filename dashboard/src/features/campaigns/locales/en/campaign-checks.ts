export const campaignChecks = {
  title: 'Before sending',
  busy: 'Checking links and values…',
  fine: 'Links work, and no values are missing.',
  failed: 'Links or values could not be checked. {{reason}}',
  label: 'Warnings',
  links: {
    status: '{{url}} answers {{status}}.',
    failures: {
      timeout: '{{url}} does not answer in time.',
      refused: '{{url}} refuses the connection.',
      dns: '{{url}}: this domain does not exist.',
      tls: '{{url}} has no valid certificate.',
      reset: '{{url}} closes the connection.',
      private: '{{url}} is not on the public internet.',
      other: '{{url}} does not answer.',
    },
    variables: 'Not checked, because it depends on the user: {{url}}',
    too_many_one: '{{number}} more address was not checked.',
    too_many_other: '{{number}} more addresses were not checked.',
  },
  users_one: '{{number}} user',
  users_other: '{{number}} users',
  atMost_one: 'at most {{number}} user',
  atMost_other: 'at most {{number}} users',
  empty: '{{name}} is empty for {{users}}. They get the text without it.',
  fallback: 'Write {{example}} to put another word there.',
  fallbackWord: 'friend',
  list: 'Show users',
  listNote: 'The list also has users who are excluded from mailings.',
  too_long: {
    MessageTooLong: 'With values of {{names}} the text is too long for {{users}}. They will not get the message.',
    InvalidButton: 'With values of {{names}} a button is too long for {{users}}. They will not get the message.',
    KeyboardTooLarge: 'With values of {{names}} the buttons are too long for {{users}}. They will not get the message.',
  },
  named: 'For example: ',
  mend: 'Edit message',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    CampaignChecks: typeof campaignChecks;
  }
}
