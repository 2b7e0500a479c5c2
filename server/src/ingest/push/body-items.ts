import { fairLoop, inOneStep } from '../../platform/fairness/fair-loop.ts';
import {
  cutList,
  type JsonItemProblem,
  type JsonPiece,
  largestItem,
  measureJson,
  problemOfPiece,
  withoutMark,
} from '../../platform/json/json-pieces.ts';
import { PushError } from './push-error.ts';
import { withoutFiles } from './without-files.ts';

/** Most items of one request; 1,000 are promised. */
const maxItems = 10_000;
/** A body up to this size is parsed whole: 3 ms at worst. */
const parsedWhole = 131_072;
const shownBytes = 2_064;

/** Finds the items of one call in JSON. */
export interface ItemReader<Item> {
  /** A whole body: a list, or one item. */
  body(value: unknown): Item[] | { refused: string };
  /** One item of a list. */
  item(value: unknown): Item;
  /** An item that is not parsed for its size; `text` is its beginning. */
  unread(text: string, problem: JsonItemProblem): Item;
  /** Items that are too large are looked at again without the files in them. */
  mayHoldFiles?: true;
}

/**
 * The items of a body. Those of a large one are parsed as they are asked for, each by itself: parsing 20 MB at once
 * stops every other request for half a second. An iteration throws PushError 400 where an item turns out to be no JSON.
 * @throws PushError 400 for what is no JSON or holds no items, 413 for more than 10,000 items.
 */
export async function bodyItems<Item>(key: string, bytes: Buffer, reader: ItemReader<Item>): Promise<Iterable<Item>> {
  if (bytes.length <= parsedWhole)
    return fairLoop.run(
      key,
      inOneStep(() => wholeItems(bytes, reader)),
    );
  const list = await fairLoop.run(key, cutList(bytes, maxItems));
  if (list === 'TooMany') throw tooMany();
  if (list === 'Torn') throw new PushError(400, 'Wrong json');
  if (list === null) return oneItem(key, bytes, reader);
  // The text around the items must be JSON too, with only what a body may have.
  const frame = reader.body(parse(list.frame));
  if ('refused' in frame) throw new PushError(400, `Bad Request: ${frame.refused}`);
  // A call whose `result` is a list is one item.
  if (frame.length > 0) return oneItem(key, bytes, reader);
  const smaller = reader.mayHoldFiles ? await fairLoop.run(key, smallerPieces(bytes, list.pieces)) : null;
  return pieceItems(bytes, list.pieces, reader, smaller);
}

/** Parsed as a body, so its sender gets the parse error. */
async function oneItem<Item>(key: string, bytes: Buffer, reader: ItemReader<Item>): Promise<Item[]> {
  if (isReadable(bytes)) return wholeItems(bytes, reader);
  const smaller = reader.mayHoldFiles ? await fairLoop.run(key, withoutFiles(bytes)) : bytes;
  if (!isReadable(smaller)) throw PushError.tooLarge(largestItem.bytes);
  return wholeItems(smaller, reader);
}

const isReadable = (bytes: Buffer): boolean =>
  bytes.length <= largestItem.bytes && problemOfPiece(measureJson(bytes)) === null;

/** Items that are too large only by the files in them, without those. */
function* smallerPieces(bytes: Buffer, pieces: readonly JsonPiece[]): Generator<undefined, Map<JsonPiece, Buffer>> {
  const smaller = new Map<JsonPiece, Buffer>();
  for (const piece of pieces) {
    if (problemOfPiece(piece) !== 'TooLarge') continue;
    const item = yield* withoutFiles(bytes.subarray(piece.start, piece.end));
    if (isReadable(item)) smaller.set(piece, item);
  }
  return smaller;
}

function wholeItems<Item>(bytes: Buffer, reader: ItemReader<Item>): Item[] {
  const items = reader.body(parseBody(bytes));
  if ('refused' in items) throw new PushError(400, `Bad Request: ${items.refused}`);
  if (items.length > maxItems) throw tooMany();
  return items;
}

function* pieceItems<Item>(
  bytes: Buffer,
  pieces: readonly JsonPiece[],
  reader: ItemReader<Item>,
  smaller: ReadonlyMap<JsonPiece, Buffer> | null,
): Generator<Item, void> {
  for (const piece of pieces) {
    const smallerBytes = smaller?.get(piece);
    const problem = smallerBytes === undefined ? problemOfPiece(piece) : null;
    yield problem === null
      ? reader.item(parse(smallerBytes?.toString('utf8') ?? bytes.toString('utf8', piece.start, piece.end)))
      : reader.unread(bytes.toString('utf8', piece.start, Math.min(piece.end, piece.start + shownBytes)), problem);
  }
}

const tooMany = (): PushError =>
  new PushError(413, `Request Entity Too Large: at most ${maxItems} items in one request; send them in parts`);

/** @throws PushError 400 for what is no JSON. */
export const parseBody = (bytes: Buffer): unknown => parse(withoutMark(bytes.toString('utf8')));

/**
 * Plain JSON.parse and no secure-json-parse: a `"__proto__"` in a user's update is data, to be kept like all else. It
 * becomes an ordinary own member here, and nothing downstream merges objects.
 */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PushError(400, 'Wrong json', { cause });
  }
}
