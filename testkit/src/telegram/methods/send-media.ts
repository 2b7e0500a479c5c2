import type { StoredFile } from '../file-store.ts';
import { readCaption } from '../message-text.ts';
import { answered, type Method } from '../method.ts';
import { post } from './send-message.ts';

/** The method that sends one file of this kind, by id, URL or upload. */
function sendMedia(kind: string): Method {
  return (call) => {
    const { bot, params, files } = call;
    const caption = readCaption(params);
    bot.chats.writable(params.text('chat_id'));
    const file = bot.files.resolve(kind, params.text(kind), files);
    const content = kind === 'photo' ? bot.files.sizesOf(file) : describe(kind, file);
    return answered(
      post(call, {
        [kind]: content,
        ...(caption.text === '' ? {} : { caption: caption.text }),
        ...(caption.entities.length > 0 ? { caption_entities: caption.entities } : {}),
      }),
    );
  };
}

function describe(kind: string, { name, type, file_id, file_unique_id, bytes }: StoredFile): Record<string, unknown> {
  const file = { file_id, file_unique_id, file_size: bytes.length };
  if (kind === 'sticker')
    return { width: 512, height: 512, is_animated: false, is_video: false, type: 'regular', ...file };
  const named = name === '' ? {} : { file_name: name };
  const playable = kind === 'document' ? {} : { duration: 1 };
  return { ...named, mime_type: type, ...playable, ...file };
}

export const sendPhoto = sendMedia('photo');
export const sendDocument = sendMedia('document');
export const sendVideo = sendMedia('video');
export const sendVoice = sendMedia('voice');
export const sendAudio = sendMedia('audio');
export const sendAnimation = sendMedia('animation');
export const sendSticker = sendMedia('sticker');
