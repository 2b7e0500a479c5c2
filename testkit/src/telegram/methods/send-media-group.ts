import { badRequest } from '../errors.ts';
import { answered, type Method } from '../method.ts';
import { isRecord, readParams } from '../params.ts';
import { mediaOf } from './send-media.ts';
import { post } from './send-message.ts';

const kinds = ['photo', 'video', 'document', 'audio'];
/** Documents and music are shown as lists and mix with nothing else. */
const alone = ['document', 'audio'];

export const sendMediaGroup: Method = (call) => {
  const { bot, params } = call;
  bot.chats.writable(params.text('chat_id'));
  const media = params.json('media', 'media');
  if (!Array.isArray(media)) throw badRequest('expected an Array of InputMedia');
  if (media.length === 0) throw badRequest('there are no media in the media group');
  if (media.length < 2) throw badRequest('group send failed: an album has at least two items');
  if (media.length > 10) throw badRequest('too many media in the media group');
  const items = media.map((item) => {
    if (!isRecord(item) || !kinds.includes(String(item.type)))
      throw badRequest('type must be one of photo, video, document, audio');
    const texts = Object.entries(item).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    return { kind: String(item.type), params: readParams(new Map(texts)) };
  });
  if (new Set(items.map(({ kind }) => kind)).size > 1 && items.some(({ kind }) => alone.includes(kind))) {
    throw badRequest("document can't be mixed with other media types");
  }
  // All files are looked at before the first message appears: an album comes whole or not at all.
  const contents = items.map(({ kind, params: item }) => mediaOf(call, kind, item, 'media'));
  const media_group_id = bot.random.digits(17);
  return answered(contents.map((content) => post(call, { media_group_id, ...content })));
};
