export const telegramLogin = {
  in: 'Sign in with Telegram',
  up: 'Sign up with Telegram',
  noButton: "Telegram's button could not be loaded. Check your connection and reload the page",
  page: {
    title: 'Signing in with Telegram',
    linkTitle: 'Linking Telegram',
    waiting: 'One moment: we are checking what Telegram says.',
    failed: 'That did not work.',
    toProfile: 'Back to the profile',
  },
  section: {
    title: 'Sign-in with Telegram',
    none: 'Link your Telegram to sign in with it, without a password.',
    linkedAs: 'Linked as',
    id: 'Telegram ID',
    link: 'Link Telegram',
    linkText: 'Telegram will ask whether we may know who you are.',
    press: "Press Telegram's button to finish:",
    linked: 'Telegram is linked',
    unlink: 'Unlink',
    unlinkTitle: 'Unlink Telegram?',
    unlinkText: 'You can no longer sign in with it, and no messages go there.',
    unlinked: 'Telegram is unlinked',
    onlyWay:
      'Telegram is the only way into this account. To unlink it, first set an email and a password, or add a passkey.',
  },
  errors: {
    wrong: 'Telegram did not confirm who you are, or it took too long. Please try again.',
    elsewhere: 'This sign-in was not begun in this tab, or it was finished already. Please begin again.',
    declined: 'You did not let Telegram tell us who you are. Nothing has happened.',
    unknown:
      'There is no account with this Telegram yet. Create one now, or sign in another way and link Telegram in your profile.',
    exists: 'There is already an account with this Telegram. Sign in with it.',
    taken: 'This Telegram is linked to another account here. Unlink it there first, or link another Telegram.',
    same: 'This Telegram is already linked to your account.',
    other: 'Another Telegram is linked to your account. Unlink it first.',
  },
};
