export const telegramLogin = {
  in: 'Sign in with Telegram',
  up: 'Sign up with Telegram',
  noButton: "Telegram's button could not be loaded. Check your connection and reload the page",
  page: {
    title: 'Signing in with Telegram',
    linkTitle: 'Linking Telegram',
    waiting: 'Verifying with Telegram…',
    failed: 'Sign-in failed.',
    toProfile: 'Back to the profile',
  },
  section: {
    title: 'Sign-in with Telegram',
    none: 'Link your Telegram to sign in with it, without a password.',
    linkedAs: 'Linked as',
    id: 'Telegram ID',
    link: 'Link Telegram',
    linkText: 'Telegram will ask you to share your name and ID.',
    press: "Press Telegram's button to finish:",
    linked: 'Telegram is linked',
    unlink: 'Unlink',
    unlinkTitle: 'Unlink Telegram?',
    unlinkText: 'You will no longer be able to sign in with it or receive notifications there.',
    unlinked: 'Telegram is unlinked',
    onlyWay:
      'Telegram is the only way into this account. To unlink it, first set an email and a password, or add a passkey.',
  },
  errors: {
    wrong: 'Telegram could not confirm your identity, or the request expired. Try again.',
    elsewhere: 'This sign-in was started in another tab or has already finished. Start again.',
    declined: 'You declined to share your identity. Nothing was changed.',
    unknown:
      'No account is linked to this Telegram. Create one, or sign in another way and link Telegram in your profile.',
    exists: 'An account with this Telegram already exists. Sign in with it.',
    taken: 'This Telegram is linked to another account here. Unlink it there first, or link another Telegram.',
    same: 'This Telegram is already linked to your account.',
    other: 'Another Telegram is linked to your account. Unlink it first.',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    TelegramLogin: typeof telegramLogin;
  }
}
