import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Telegram',
  about: 'Get messages about events in a chat, group or channel.',
  leaves:
    'A readable summary of each chosen event, up to 20 in one message, to the chat that you enter. Names and texts only if you allow them.',
  steps: {
    bot: 'Create a bot with @BotFather and copy its token. A separate bot is best.',
    chat: 'Add the bot to the group, make it an administrator of the channel, or send it /start.',
    id: 'Copy the chat ID: in the link t.me/c/1234567890/7, the chat is -1001234567890 and the topic is 7.',
  },
  fields: {
    token: { label: 'Bot token', hint: 'From @BotFather. This bot sends the messages.' },
    chat: { label: 'Chat ID', hint: 'ID of a user, group or channel, or the @name of a public group or channel.' },
    topic: { label: 'Topic ID', hint: 'Only for groups with topics. Empty: the topic General.' },
    language: { label: 'Language', hint: 'Language of the messages.', options: { en: 'English', ru: 'Russian' } },
  },
  test: 'Sends a message. Success proves that Telegram delivered it to the chat.',
} satisfies ProviderTexts<'telegram'>;
