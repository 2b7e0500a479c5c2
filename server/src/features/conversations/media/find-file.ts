import { integer, isObject, type JsonObject, text } from '../../../telegram/json.ts';
import { stickerType } from '../parse/content.ts';

/** A file as an update or a call describes it. Telegram's own answer about a file has neither name nor type. */
export interface FileDescription {
  fileId: string;
  /** Telegram's lasting name of the content; '' = unknown. */
  uniqueId: string;
  name: string;
  mime: string;
  /** Bytes; 0 = unknown. */
  size: number;
}

/** Type that Telegram assumes for files without one. */
const typesByField: Readonly<Record<string, string>> = {
  photo: 'image/jpeg',
  thumbnail: 'image/jpeg',
  thumb: 'image/jpeg',
  voice: 'audio/ogg',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  video_note: 'video/mp4',
  animation: 'video/mp4',
};

/** The file with this id in a payload; null if it is not there. */
export function findFile(payload: JsonObject, fileId: string): FileDescription | null {
  return search(payload, '', fileId);
}

function search(value: unknown, field: string, fileId: string): FileDescription | null {
  if (Array.isArray(value)) {
    for (const item of value) {
      const match = search(item, field, fileId);
      if (match !== null) return match;
    }
    return null;
  }
  if (!isObject(value)) return null;
  if (value.file_id === fileId) return describe(value, field, fileId);
  for (const [name, member] of Object.entries(value)) {
    const match = search(member, name, fileId);
    if (match !== null) return match;
  }
  return null;
}

function describe(file: JsonObject, field: string, fileId: string): FileDescription {
  return {
    fileId,
    uniqueId: text(file.file_unique_id, 64),
    name: text(file.file_name, 256),
    mime:
      text(file.mime_type, 128).toLowerCase() ||
      (field === 'sticker' ? stickerType(file) : (typesByField[field] ?? '')),
    size: integer(file.file_size),
  };
}
