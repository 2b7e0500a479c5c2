export const campaignTiming = {
  option: { name: 'At a time in each user’s time zone', text: 'Everyone gets it at the same time of their own day.' },
  date: 'Date',
  time: 'Time',
  known: {
    all_one: 'The time zone of {{number}} user is known.',
    all_other: 'The time zone of all {{number}} users is known.',
    some_one: 'The time zone of {{known}} of {{number}} user is known.',
    some_other: 'The time zone of {{known}} of {{number}} users is known.',
    field: 'By the field “{{name}}”: {{number}}.',
    country: 'By a country with one time zone: {{number}}.',
    others: 'The others get it at {{time}} of your time zone, {{zone}}.',
    wrong_one: 'For {{number}} user the field has no time zone.',
    wrong_other: 'For {{number}} users the field has no time zone.',
  },
  choose: 'If a custom field has users’ time zones, choose it in the mailing settings of the bot.',
  settings: 'Mailing settings',
  passed: 'Users who had that time more than an hour before the start get it on the next day.',
  noTest: 'A test of variants does not go with it: its winner would be known after most users had their time.',
  plan: 'They get it at {{time}} of their own time, between {{start}} and {{end}}.',
  planNote: 'Users in time zones that have it after {{date}} do not get it.',
  start:
    'Sending begins with the first time zone, on {{date}}, and ends with the last one. You can cancel it until then.',
  startNow: 'Sending begins with the time zones that have it next. You can stop it at any time.',
  waiting_one: '{{number}} user waits for {{time}} of their time zone. Their time is {{next}}.',
  waiting_other: '{{number}} users wait for {{time}} of their time zone: the next at {{next}}, the last at {{last}}.',
  fact: 'Own time',
  planned: 'It starts on {{date}} with the first time zone.',
  quiet: {
    hint: 'Nothing is sent between these times. Time zone: {{zone}}',
    ownHint: 'No user gets anything between these times of their own time zone. Those who would, get it afterwards.',
    whose: 'Time zone',
    own: 'Each user’s own',
    others: 'For the others the hours of {{zone}} count.',
    plan: 'For whom it is quiet when their turn comes, get it when their quiet hours end: by {{end}} at the latest.',
  },
  field: {
    title: 'Time zones of users',
    text: 'Campaigns can be sent at a time of each user’s own day. Telegram does not say where users are: your bot has to store it.',
    label: 'Custom field with the time zone',
    hint: 'Of the type text or choice, such as Europe/Moscow or +03:00. Without it, a known country with one time zone counts.',
    none: 'None',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    CampaignTiming: typeof campaignTiming;
  }
}
