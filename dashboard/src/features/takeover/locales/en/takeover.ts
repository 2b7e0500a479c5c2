export const takeover = {
  label: 'Who answers this chat',
  botAnswers: 'The bot answers this chat.',
  take: 'Take over',
  takeHint: 'The bot will not get this user’s messages until you return the chat.',
  noReach: 'The bot’s updates do not pass through Botscope, so it goes on answering unless it asks the API.',
  mine: 'You answer this chat until {{time}}.',
  other: '{{name}} answers this chat until {{time}}.',
  someone: 'A colleague',
  requested: 'The bot has asked for a person to answer this chat.',
  withheld_one: '{{number}} message was kept from the bot.',
  withheld_other: '{{number}} messages were kept from the bot.',
  waiting_one: '{{number}} message waits for the bot.',
  waiting_other: '{{number}} messages wait for the bot.',
  release: 'Return to the bot',
  takeFrom: 'Take over',
  takeFromTitle: 'Take over from {{name}}?',
  takeFromText: '{{name}} is answering this chat. They will see that you have taken it over.',
  cancel: 'Cancel',
  taken: 'You answer this chat now',
  released: 'The bot answers this chat again',
  settings: {
    title: 'Taking over chats',
    text: 'A colleague with the permission to write messages can answer a user instead of the bot. The chat returns to the bot after 30 minutes without a message, or when the user sends /start.',
    question: 'What happens to the user’s messages meanwhile?',
    drop: 'The bot does not get them',
    dropText: 'They are in the conversation and in reports. Buttons the user presses are confirmed by Botscope.',
    deliver: 'The bot gets them later',
    deliverText: 'They are delivered in order when the chat returns to the bot.',
    dropOnly: 'Later delivery needs a webhook connection with the bot token.',
    none: 'The bot’s updates do not pass through Botscope: it goes on answering unless it asks the API who answers a chat.',
    saved: 'Saved',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Takeover: typeof takeover;
  }
}
