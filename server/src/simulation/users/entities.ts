import type { MessageEntity } from './telegram-types.ts';

const kinds: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['bot_command', /(?<=^|\s)\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?=$|[\s.,!?;:])/g],
  ['url', /(?<=^|\s)https?:\/\/\S+[^\s.,!?;:]/g],
  ['email', /(?<=^|\s)[\w.+-]+@[\w-]+\.[A-Za-z]{2,}/g],
  ['mention', /(?<=^|\s)@[A-Za-z][A-Za-z0-9_]{3,31}/g],
  ['hashtag', /(?<=^|\s)#[\p{L}\d_]+/gu],
];

/** Entities that Telegram itself finds in a plain text; offsets and lengths count UTF-16 units, as Telegram's do. */
export function findEntities(text: string): MessageEntity[] {
  if (!/[/@#]/.test(text)) return [];
  const entities: MessageEntity[] = [];
  for (const [type, pattern] of kinds) {
    for (const match of text.matchAll(pattern)) {
      const overlaps = entities.some(
        (e) => match.index < e.offset + e.length && e.offset < match.index + match[0].length,
      );
      if (!overlaps) entities.push({ offset: match.index, length: match[0].length, type });
    }
  }
  return entities.sort((a, b) => a.offset - b.offset);
}
