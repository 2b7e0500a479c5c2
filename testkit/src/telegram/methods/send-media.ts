import type { StoredFile } from '../file-store.ts';
import { readCaption } from '../message-text.ts';
import { type Method, type MethodCall, toAnswer } from '../method.ts';
import type { Params } from '../params.ts';
import { post } from './send-message.ts';

/** The method that sends one file of this kind, by id, URL or upload. */
function sendMedia(kind: string): Method {
  return (call) => {
    call.bot.chats.writable(call.params.text('chat_id'));
    return toAnswer(post(call, buildMedia(call, kind, call.params, kind)));
  };
}

/** The content of a message with one file. @param from the parameters that bear caption and, under `name`, the file */
export function buildMedia(
  { bot, files }: MethodCall,
  kind: string,
  from: Params,
  name: string,
): Record<string, unknown> {
  const caption = readCaption(from);
  const file = bot.files.resolve(kind, from.text(name), files);
  return {
    [kind]: kind === 'photo' ? bot.files.sizesOf(file) : describe(kind, file),
    ...(caption.text === '' ? {} : { caption: caption.text }),
    ...(caption.entities.length > 0 ? { caption_entities: caption.entities } : {}),
  };
}

function describe(kind: string, { file_id, file_unique_id, content }: StoredFile): Record<string, unknown> {
  const { name, type, size } = content;
  const file = { file_id, file_unique_id, file_size: size };
  if (kind === 'sticker')
    return { width: 512, height: 512, is_animated: false, is_video: false, type: 'regular', ...file };
  const fileName = name === '' ? {} : { file_name: name };
  const playable = kind === 'document' ? {} : { duration: 1 };
  return { ...fileName, mime_type: type, ...playable, ...file };
}

export const sendPhoto = sendMedia('photo');
export const sendDocument = sendMedia('document');
export const sendVideo = sendMedia('video');
export const sendVoice = sendMedia('voice');
export const sendAudio = sendMedia('audio');
export const sendAnimation = sendMedia('animation');
export const sendSticker = sendMedia('sticker');
