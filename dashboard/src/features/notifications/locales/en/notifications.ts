export const notifications = {
  title: 'Notifications',
  text: 'Choose which notifications you receive and how. Changes are saved automatically.',
  kind: 'Topic',
  kinds: {
    connection: {
      name: 'Bot connections',
      text: 'A webhook was changed, a token no longer works, updates are piling up. The same problem is emailed at most once in six hours; recoveries appear only in the app.',
    },
    access: {
      name: 'Access to bots',
      text: 'Someone shares a bot with you, changes or removes your access, accepts your invitation or leaves your bot.',
    },
    account: {
      name: 'Account security',
      text: 'New devices, password and two-step sign-in changes. Always shown in the app.',
    },
    campaign: {
      name: 'Mailing',
      text: 'A campaign was sent, stopped because Telegram rejects it, or was not sent at its time.',
    },
    integration: {
      name: 'Integrations',
      text: 'A service has not taken events for six hours, or an integration was stopped.',
    },
    news: {
      name: 'News',
      text: 'A new post in What’s new. The badge at the top is always shown.',
    },
  },
  methods: { app: 'In the app', email: 'Email', telegram: 'Telegram' },
  box: '{{kind}}: {{method}}',
  noEmail: 'Add an email to your account to receive notifications by email.',
  saved: 'Saved',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Notifications: typeof notifications;
  }
}
