import type { MessageButton, MessageEntity } from './messages.ts';

/** Content that has links: a message as it is written. */
interface LinkedContent {
  entities: readonly MessageEntity[];
  buttons: readonly (readonly MessageButton[])[];
}

/** A link of a message that can be tracked. */
export interface MessageLink {
  /** Names it within the message: buttons come first, in the order of the keyboard. */
  link: number;
  place: 'button' | 'text';
  /** As it is written, with its variables. */
  url: string;
}

/** Links in the text are numbered from here; a message has at most 100 buttons, and 100 formatted parts. */
const firstOfText = 100;
/** Numbers below this one are links. */
export const maxLinks = 200;

/** Telegram opens its own links inside the app; through a redirect they would open in a browser. */
const ownHosts = /^(?:[\w-]+\.)*(?:t\.me|telegram\.me|telegram\.dog)$/i;

/** Only web pages, and no links of Telegram: `t.me/…` leads to a chat. */
export function isTrackable(url: string): boolean {
  const [, host] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url) ?? [];
  return host !== undefined && !ownHosts.test(host);
}

/** The links of a message that can be tracked, in the order of their numbers. */
export function trackableLinks({ buttons, entities }: LinkedContent): MessageLink[] {
  const ofButtons = buttons
    .flat()
    .map((button, link): MessageLink => ({ link, place: 'button', url: button.url ?? '' }));
  const ofText = entities.map(
    ({ url = '' }, index): MessageLink => ({ link: firstOfText + index, place: 'text', url }),
  );
  return [...ofButtons.slice(0, firstOfText), ...ofText].filter(({ link, url }) => link < maxLinks && isTrackable(url));
}

/** Returns the text of a link in the message: the label of its button, or the stretch of text that it is on. */
export function textOfLink({ text, buttons, entities }: LinkedContent & { text: string }, link: number): string {
  if (link < firstOfText) return buttons.flat()[link]?.text ?? '';
  const { offset = 0, length = 0 } = entities[link - firstOfText] ?? {};
  return text.slice(offset, offset + length);
}

/** The message with another address for each of these links. */
export function replaceLinks<Content extends LinkedContent>(
  content: Content,
  addressOf: (link: number) => string,
): Content {
  const numbers = new Set(trackableLinks(content).map(({ link }) => link));
  let button = -1;
  return {
    ...content,
    buttons: content.buttons.map((row) =>
      row.map((one) => {
        button += 1;
        return numbers.has(button) ? { ...one, url: addressOf(button) } : one;
      }),
    ),
    entities: content.entities.map((entity, index) => {
      const link = firstOfText + index;
      return numbers.has(link) ? { ...entity, url: addressOf(link) } : entity;
    }),
  };
}
