import { child, text } from '../../../telegram/json.ts';
import { parsePayload } from '../parse/items.ts';
import { toIso } from '../parse/version.ts';
import { type HistoryScope, newest, searchRows } from './history.ts';
import { cursorOf, type Position } from './position.ts';
import { isLine } from './which-events.sql.ts';

const maxResults = 30;
/** The next statement begins only within it. */
const budgetMs = 1_000;
/** Characters around the first match. */
const excerptLength = 120;

/** Texts and captions of messages and of what the bot sent. The payload's own text may write letters as \u escapes. */
const condition = `positionCaseInsensitiveUTF8(concat(
    JSONExtractString(payload, toString(kind), 'text'), ' ', JSONExtractString(payload, toString(kind), 'caption'), ' ',
    JSONExtractString(payload, 'params', 'text'), ' ', JSONExtractString(payload, 'params', 'caption')), {searched:String}) > 0`;

const content = `${isLine} AND kind IN ('message', 'edited_message', 'call')`;

/** Searches a conversation backwards. @throws as `runQuery` does */
export async function searchConversation(reading: HistoryScope, searched: string, before: Position | undefined) {
  const { rows, reached } = await searchRows(reading, {
    content,
    condition,
    from: before ?? newest(reading.now),
    most: maxResults,
    budgetMs,
    params: { searched },
  });
  const last = rows.at(-1);
  return {
    found: rows.map((row) => ({
      cursor: cursorOf(row),
      at: toIso(row.at_ms),
      way: row.direction,
      text: cutExcerpt(row, searched),
    })),
    searched_to: reached === null ? null : toIso(reached),
    before: reached === null ? null : last && rows.length >= maxResults ? cursorOf(last) : `${reached}-0`,
  };
}

function cutExcerpt({ kind, payload }: { kind: string; payload: string }, searched: string): string {
  const body = child(parsePayload(payload), kind === 'call' ? 'params' : kind);
  const fullText = text(body.text ?? body.caption, 8_192);
  const index = fullText.toLowerCase().indexOf(searched.toLowerCase());
  const start = Math.max(0, index - excerptLength / 2);
  const excerpt = fullText.slice(start, start + excerptLength).toWellFormed();
  return `${start > 0 ? '…' : ''}${excerpt}${start + excerptLength < fullText.length ? '…' : ''}`;
}
