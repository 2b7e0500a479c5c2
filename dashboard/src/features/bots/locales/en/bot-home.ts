export const botHome = {
  arriving: 'Data is arriving',
  quiet: 'No recent updates',
  lastUpdate: 'Last update',
  lastCall: 'Last call',
  firstUpdate: 'First update',
  never: 'none yet',
  callsOff: 'not recorded',
  status: 'Status',
  today: 'Today',
  go: 'Next steps',
  links: {
    reports: 'Reports',
    reportsText: 'Who comes, stays and leaves',
    settings: 'Settings',
    settingsText: 'Connection, commands, launch links',
    errors: 'Errors',
    errorsText: 'Delivery and API errors',
    upload: 'Import',
    uploadText: 'Import users and updates from a file',
  },
  waiting: {
    title: 'Waiting for the first update',
    text: 'This page updates automatically when the first update arrives.',
    button: 'How to connect',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    BotHome: typeof botHome;
  }
}
