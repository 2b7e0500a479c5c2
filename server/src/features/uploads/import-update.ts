import type { Event, RowRejectionReason } from '@botscope/contract';
import { normalizeUpdate, type StartRules } from '../../events/normalize/normalize-update.ts';
import { readPushed } from '../../ingest/push/read-pushed.ts';

export interface UpdateImporter {
  read(value: unknown): { event: Event } | { refused: RowRejectionReason };
}

const isRejection = (word: string): word is RowRejectionReason =>
  ['NotAnObject', 'NotAnItem', 'AMessage', 'TooDeep', 'TooLarge'].includes(word);

/**
 * Reads the items of an export of updates in the order of the file. An update without the bot's own date happened at
 * Telegram's date; one that has neither (a button press) when the one before it did: exports are in order of time. The
 * moment of the upload would put years of history into today.
 */
export function createUpdateImporter(bot: string, rules: StartRules, now: () => number): UpdateImporter {
  let lastTime = 0;
  return {
    read(value) {
      const [item = { update: value, problem: 'NotAnItem' as const }] = asList(readPushed([value]));
      const receivedAt = now();
      const result = normalizeUpdate({ ...item, bot, receivedAt }, rules);
      if ('rejected' in result) return { refused: isRejection(result.rejected) ? result.rejected : 'NotAnItem' };
      const { event } = result;
      // The time of receipt stands in for a date of the bot that was absent or unreadable.
      const time = event.time !== receivedAt ? event.time : event.sentAt > 0 ? event.sentAt * 1_000 : lastTime;
      if (time === 0) return { refused: 'MissingDate' };
      lastTime = time;
      return { event: { ...event, time } };
    },
  };
}

const asList = <Item>(read: Item[] | object): Item[] => (Array.isArray(read) ? read : []);
