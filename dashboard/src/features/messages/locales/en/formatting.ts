/** The rarer formats of a text, and how buttons look and move. */
export const formatting = {
  more: 'More formatting',
  insert: 'Insert',
  expandable: 'Expandable quote',
  language: 'Code block in a language',
  languageName: 'Language',
  time: {
    open: 'Date and time',
    title: 'Date and time',
    moment: 'Moment',
    momentHint: 'In your time zone ({{zone}}). Each reader sees it in theirs.',
    shown: 'Shown as',
  },
  emoji: {
    open: 'Custom emoji',
    title: 'Custom emoji',
    plain: 'Emoji',
    plainHint: 'Shown where the custom one cannot be',
    id: 'Custom emoji ID',
    idHint: 'Telegram shows it only if the bot has a Fragment username or its owner has Premium.',
  },
  markup: {
    open: 'From Markdown or HTML',
    title: 'Insert Markdown or HTML',
    language: 'Markup language',
    text: 'Text with markup',
    problem: '{{problem}} Line {{line}}, character {{place}}',
    problems: {
      unclosed: 'This is never closed.',
      unexpected_end: 'This closes something that is not open.',
      unknown_tag: 'Telegram does not know this tag. Write < as &lt;',
      reserved: 'This character has a meaning in MarkdownV2. Put a backslash before it.',
      wrong_attribute: 'An attribute or address is missing or wrong.',
    },
  },
  style: { label: 'Color', plain: 'Default', danger: 'Red', success: 'Green', primary: 'Blue' },
  move: {
    label: 'Move button {{number}} in row {{row}} (Alt + arrow keys)',
    left: 'Left',
    right: 'Right',
    up: 'To the row above',
    down: 'To the row below',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Formatting: typeof formatting;
  }
}
