export interface PolicyFacts {
  /** With `@`. */
  bot: string;
  /** '' = not known yet. */
  contact: string;
  /** Days that events are kept; null = until the user asks for deletion. */
  days: number | null;
}

/** A privacy policy in plain words. The owner of the bot is who speaks, and is responsible for it. */
export const policyText = ({ bot, contact, days }: PolicyFacts): string => {
  const writeTo = contact === '' ? '[your contact]' : contact;
  const kept = days === null ? 'until you ask us to delete it' : `for ${days} days`;
  return `Privacy policy of ${bot}

What we store
• Your Telegram ID, name, username and language, as Telegram gives them to every bot.
• What you send to the bot and which buttons you press, and the bot’s replies.
• The link that brought you here, whether you blocked the bot, and payments you made in it.
• What you give us yourself, such as answers to questions, a location or a contact.
We do not see your phone number unless you send it, nor your other chats.

Why
To make the bot work, to answer you, and to understand how it is used. We do not sell your data, show it to advertisers or train AI models with it.

Where and for how long
On our own server, protected from access by others. Only the people who run ${bot} can see it. We keep what you did ${kept}. When the bot is closed, everything is deleted.

Your rights
Write to ${writeTo} to get a copy of your data or to have it deleted. We answer without undue delay. After deletion nothing about you is stored until you send /start again.`;
};
