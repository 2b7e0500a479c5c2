export const notifications = {
  title: 'Notifications',
  text: 'What you are told, and where. Each choice is saved at once.',
  kind: 'About',
  kinds: {
    connection: {
      name: 'Connections of bots',
      text: 'A webhook was changed, a token no longer works, updates pile up. The same problem is mailed once in six hours; that it is over stands in the inbox only.',
    },
    access: {
      name: 'Access to bots',
      text: 'Somebody opens a bot to you, changes or ends your access, accepts your invitation, leaves your bot.',
    },
    account: {
      name: 'Safety of the account',
      text: 'A sign-in from a new device, another password, two-step sign-in. In the inbox they always are.',
    },
    news: {
      name: 'News',
      text: 'A new post in What’s new. Its own mark at the top shows it in any case.',
    },
  },
  channels: { inbox: 'In the inbox', email: 'By email', telegram: 'By Telegram' },
  box: '{{kind}}: {{channel}}',
  noEmail: 'Add an email to your account, and messages can come by mail too.',
  saved: 'Saved',
};
