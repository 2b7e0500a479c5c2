export const general = {
  Error: 'Error',
  Warning: 'Warning',
  Close: 'Close',
  Main: 'Main',
  Retry: 'Try again',
  Cancel: 'Cancel',
  Copy: 'Copy',
  Copied: 'Copied',
  Back: 'Back',
  Next: 'Next',
  AtLeast: 'Not less than {{least}}',
  AtMost: 'Not more than {{most}}',
  SkipToContent: 'Skip to the content',
  GoHome: 'Go to the dashboard',
  Bots: {
    BotNotConnected: 'The bot is not connected: no update has come in yet',
  },
  NotFound: {
    title: 'Nothing here',
    text: 'This page does not exist, or it was moved. The address may have a typo.',
  },
  Crash: {
    title: 'The page did not open',
    text: 'Something went wrong on our side. Trying again often helps.',
  },
};
