export const campaignCalendar = {
  view: 'View',
  list: 'List',
  calendar: 'Calendar',
  previous: 'Previous month',
  next: 'Next month',
  today: 'Today',
  isToday: '{{day}}, today',
  from: '{{begin}}',
  range: '{{begin}}–{{end}}',
  none: 'Nothing was sent or is planned in this month.',
  zone: 'Times are those of {{zone}}.',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    CampaignCalendar: typeof campaignCalendar;
  }
}
