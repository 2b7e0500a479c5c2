export const notificationList = {
  title: 'Notifications',
  empty:
    'No notifications yet. You’ll be notified here if a bot’s connection breaks, someone shares a bot with you or your account changes.',
  emptyKind: 'No notifications of this type.',
  failed: 'Couldn’t load notifications.',
  fresh: 'New',
  filter: 'Filter notifications',
  all: 'All',
  kinds: {
    ...{ connection: 'Connections', access: 'Access', account: 'Account', campaign: 'Mailing' },
    ...{ integration: 'Integrations', news: 'News' },
  },
  readAll: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  more: 'Show older',
  settings: 'Notification settings',
  by: 'By {{who}}',
  began: {
    WebhookChanged: 'The webhook was changed at Telegram',
    TokenRevoked: 'Telegram rejects the token',
    SecondPoller: 'Another process is polling with this token',
    PendingGrowing: 'Updates are piling up at Telegram',
    DeliveryError: 'Telegram cannot deliver updates',
    BotDown: 'The bot is not accepting updates; they are queued',
    Gap: 'Some traffic could not be recorded',
    other: 'The connection has a problem',
  },
  ended: {
    WebhookChanged: 'The webhook is restored',
    TokenRevoked: 'The token works again',
    SecondPoller: 'No other process is polling',
    PendingGrowing: 'Updates are delivered on time again',
    DeliveryError: 'Telegram delivers updates again',
    BotDown: 'The bot accepts updates again',
    Gap: 'Traffic is recorded again',
    other: 'The connection works again',
  },
  access: {
    invited: 'You have been invited: check your email for the link',
    granted: 'You have been given access',
    changed: 'Your access has changed',
    revoked: 'Your access has ended',
    owned: 'You are now the owner of this bot',
    joined: 'Your invitation was accepted',
    left: 'Someone left the bot',
    displaced:
      'Another account has shown the token of this bot and now has its name. Your entry keeps its data under a new name',
    other: 'Your access was updated',
  },
  account: {
    new_device: 'New device signed in',
    password_changed: 'Your password was changed',
    password_reset: 'Your password was reset with an emailed code',
    email_changed: 'Your account email was changed',
    totp_on: 'Two-step sign-in was turned on',
    totp_off: 'Two-step sign-in was turned off',
    recovery_code_used: 'A recovery code was used to sign in',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
    telegram_linked: 'Telegram was linked to your account',
    telegram_unlinked: 'Telegram was unlinked from your account',
    signed_out_everywhere: 'All other devices were signed out',
    other: 'Your account was updated',
  },
  campaign: {
    finished: 'A campaign was sent',
    failed: 'A campaign stopped: Telegram rejects it',
    missed: 'A planned campaign was not sent: the server was down at its time',
    outage: 'Telegram is not answering the bot: campaigns wait and resume automatically',
    paused: 'An automation was paused: a target or segment that it needs no longer exists',
    other: 'A campaign has ended',
  },
  integration: {
    failing: 'An integration has not delivered anything for hours',
    stopped: 'An integration was stopped: it needs you',
    other: 'An integration has a problem',
  },
  news: 'New in Botscope',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    NotificationList: typeof notificationList;
  }
}
