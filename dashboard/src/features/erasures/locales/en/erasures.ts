export const erasures = {
  policy: {
    title: 'Privacy policy',
    text: 'Telegram’s terms ask every bot to answer /privacy. Check this text, add what your bot does besides, and send it as the answer.',
    language: 'Language of the text',
    languages: { en: 'English', ru: 'Russian' },
    contact: 'Your contact',
    contactHint: 'Where users can ask for a copy of their data or for its deletion.',
    copy: 'Copy the privacy policy',
    hint: 'If the text is on a website, you can also give its address to @BotFather: Edit Bot → Edit Privacy Policy.',
  },
  erase: {
    title: 'Erase users',
    text: 'For people who asked you to delete their data. One person can also be erased from their page.',
    label: 'User IDs',
    hint: 'Separated by spaces, commas or lines.',
    button: 'Erase…',
    none: 'Enter at least one user ID.',
    invalid: '“{{text}}” is not a user ID. An ID is a number such as 123456789.',
    tooMany: 'At most {{number}} users can be erased at once.',
  },
  list: {
    title: 'Erasures',
    text: 'Erased data disappears from every page within seconds, and from the disk within a day. Then there is a certificate.',
    more: 'Show older',
    none: { title: 'Nobody has been erased', text: 'Erasures are listed here with their certificates.' },
  },
  columns: {
    time: 'Time',
    mode: 'Data',
    users: 'Users',
    state: 'Status',
    by: 'Who',
    certificate: 'Certificate',
  },
  modes: { erase: 'Deleted', anonymise: 'Anonymised' },
  states: {
    waiting: 'Waiting',
    running: 'In progress',
    hidden: 'No longer visible',
    done: 'Gone from the disk',
  },
  nobody: 'Deleted account',
  later: 'Within a day',
  download: 'Download',
  certificateOf: 'Download the certificate of {{time}}',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Erasures: typeof erasures;
  }
}
