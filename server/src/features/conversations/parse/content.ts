import { CopiedPost, type FileKind, fileKinds, linkOfPost, type MessageContent } from '@botscope/contract';
import { child, integer, isObject, isPresent, type JsonObject, text } from '../../../telegram/json.ts';
import { detectContentType } from '../../../telegram/message-content.ts';

const wordLength = 256;

/** Pixels that a picture in the conversation is wide: the smallest size that is wider is its preview. */
const previewWidth = 320;

/** Fields of a message that are not its content. */
const envelope: ReadonlySet<string> = new Set([
  'message_id',
  'from',
  'chat',
  'date',
  'edit_date',
  'text',
  'caption',
  'entities',
  'caption_entities',
  'reply_to_message',
  'reply_markup',
  'media_group_id',
  'via_bot',
  'forward_origin',
  'forward_from',
  'forward_date',
  'link_preview_options',
  'has_media_spoiler',
  'show_caption_above_media',
  'effect_id',
  'has_protected_content',
  'quote',
  'external_reply',
  'message_thread_id',
  'is_topic_message',
  'sender_business_bot',
  'author_signature',
]);

const degrees = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Parses the content of a message besides its text; null for a message of text alone. */
export function parseContent(message: JsonObject): MessageContent | null {
  // An animation comes with a document of the same file, and a venue with its location.
  const kinds: readonly FileKind[] = ['animation', ...fileKinds.filter((kind) => kind !== 'animation')];
  const kind = kinds.find((each) => isPresent(message[each]));
  if (kind !== undefined) return parseFile(kind, message);
  const { contact, venue, location, poll, dice, invoice } = message;
  if (isObject(contact)) {
    const name = [contact.first_name, contact.last_name].map((part) => text(part, wordLength)).filter(Boolean);
    return {
      kind: 'contact',
      name: name.join(' '),
      phone: text(contact.phone_number, 32),
      user_id: integer(contact.user_id),
    };
  }
  if (isObject(venue)) {
    const place = child(venue, 'location');
    const words = { title: text(venue.title, wordLength), address: text(venue.address, wordLength) };
    return { kind: 'venue', latitude: degrees(place.latitude), longitude: degrees(place.longitude), ...words };
  }
  if (isObject(location)) {
    const { latitude, longitude } = location;
    return { kind: 'location', latitude: degrees(latitude), longitude: degrees(longitude), title: '', address: '' };
  }
  if (isObject(poll)) {
    const options = Array.isArray(poll.options) ? poll.options : [];
    return {
      kind: 'poll',
      question: text(poll.question, 512),
      options: options.map((option) => text(isObject(option) ? option.text : option, 128)),
    };
  }
  if (isObject(dice)) return { kind: 'dice', emoji: text(dice.emoji, 16), value: integer(dice.value) };
  if (isObject(invoice)) return parseMoney('invoice', invoice);
  if (isObject(message.successful_payment)) return parseMoney('payment', message.successful_payment);
  if (isObject(message.refunded_payment)) return parseMoney('refund', message.refunded_payment);
  if (isObject(message.web_app_data)) {
    const { button_text: button, data } = message.web_app_data;
    return { kind: 'webapp', button: text(button, 64), data: text(data, 4_096) };
  }
  if (isObject(message.copied_post)) return parseCopy(message.copied_post);
  const field = Object.keys(message).find((name) => !envelope.has(name) && isPresent(message[name]));
  if (field === undefined) return null;
  const isService = detectContentType(message) === 'service';
  // A text message may carry fields that are newer than this version; they are no content of their own.
  if (!isService && (isPresent(message.text) || isPresent(message.caption))) return null;
  return { kind: isService ? 'service' : 'other', name: field.slice(0, 64) };
}

function parseCopy({ chat, message_id }: JsonObject): MessageContent {
  const post = CopiedPost.safeParse({ chat: String(chat), message_id: Number(message_id) });
  return { kind: 'copy', link: (post.success ? linkOfPost(post.data) : null) ?? '' };
}

function parseMoney(kind: 'invoice' | 'payment' | 'refund', money: JsonObject): MessageContent {
  return {
    kind,
    title: text(money.title, wordLength) || text(money.invoice_payload, wordLength),
    amount: integer(money.total_amount),
    currency: text(money.currency, 3),
  };
}

function parseFile(kind: FileKind, message: JsonObject): MessageContent {
  const value = message[kind];
  const sizes = Array.isArray(value) ? value.filter(isObject) : [];
  const largestFirst = sizes.toSorted((one, other) => integer(other.width) - integer(one.width));
  // A call names its file by an id alone.
  const body = isObject(value) ? value : (largestFirst[0] ?? { file_id: value });
  const thumbnail = child(body, 'thumbnail').file_id === undefined ? child(body, 'thumb') : child(body, 'thumbnail');
  const smaller = sizes.length > 0 ? largestFirst.findLast((size) => integer(size.width) >= previewWidth) : thumbnail;
  return {
    kind,
    file: toFile(body),
    preview: smaller?.file_id === undefined ? null : toFile(smaller),
    name: text(body.file_name, wordLength) || text(body.title, wordLength),
    mime: text(body.mime_type, 128) || (kind === 'sticker' ? stickerType(body) : ''),
    duration: integer(body.duration),
    emoji: text(body.emoji, 16),
    has_spoiler: message.has_media_spoiler === true || message.has_spoiler === true,
  };
}

export function stickerType({ is_animated, is_video }: JsonObject): string {
  if (is_animated === true) return 'application/x-tgsticker';
  return is_video === true ? 'video/webm' : 'image/webp';
}

/** An address, or the name of an uploaded part, in place of an id cannot be asked for again. */
const fileId = /^[\w-]{1,256}$/;

function toFile(file: JsonObject) {
  const id = text(file.file_id, 256);
  // A video note is a circle of one length.
  const width = integer(file.width) || integer(file.length);
  return {
    file_id: fileId.test(id) ? id : '',
    size: integer(file.file_size),
    width,
    height: integer(file.height) || integer(file.length),
  };
}
