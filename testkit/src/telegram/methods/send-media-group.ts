import { badRequest } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';
import { isRecord, readParams } from '../params.ts';
import { buildMedia } from './send-media.ts';
import { post } from './send-message.ts';

const kinds = ['photo', 'video', 'document', 'audio'];
/** Documents and music are shown as lists and mix with nothing else. */
const separateKinds = ['document', 'audio'];
const pictures = ['photo', 'video'];

export const sendMediaGroup: Method = (call) => {
  const { bot, params } = call;
  bot.chats.writable(params.text('chat_id'));
  const media = params.json('media', 'media');
  if (!Array.isArray(media)) throw badRequest('expected an Array of InputMedia');
  if (media.length === 0) throw badRequest('there are no media in the media group');
  if (media.length < 2) throw badRequest('group send failed: an album has at least two items');
  if (media.length > 10) throw badRequest('too many media in the media group');
  const items = media.map((item) => {
    if (!isRecord(item)) throw badRequest("can't parse InputMedia: expected an Object");
    if (!kinds.includes(String(item.type)))
      throw badRequest(`can't parse InputMedia: type "${String(item.type)}" can't be used in sendMediaGroup`);
    const texts = Object.entries(item).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    return { kind: String(item.type), params: readParams(new Map(texts)) };
  });
  if (new Set(items.map(({ kind }) => kind)).size > 1 && items.some(({ kind }) => separateKinds.includes(kind))) {
    throw badRequest("document can't be mixed with other media types");
  }
  // All files are looked at before the first message appears: an album comes whole or not at all.
  const contents = items.map(({ kind, params: item }) => ({
    ...buildMedia(call, kind, item, 'media'),
    ...(pictures.includes(kind) && item.flag('has_spoiler') && { has_media_spoiler: true }),
    ...(pictures.includes(kind) && item.flag('show_caption_above_media') && { show_caption_above_media: true }),
  }));
  const media_group_id = bot.random.digits(17);
  // An album has no buttons: the method does not know the parameter.
  const parameters = {
    ...params,
    json: (name: string, description: string) => (isMarkup(name) ? undefined : params.json(name, description)),
  };
  return toAnswer(contents.map((content) => post({ ...call, params: parameters }, { media_group_id, ...content })));
};

const isMarkup = (name: string): boolean => name === 'reply_markup';
