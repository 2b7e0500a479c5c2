import { isObject, type JsonObject } from '../../../telegram/json.ts';
import { type FileDescription, findFile } from '../media/find-file.ts';

/** Pictures of other files, and messages that are repeated beside the one that an event is about. */
const skippedKeys: ReadonlySet<string> = new Set([
  'thumbnail',
  'thumb',
  'cover',
  'reply_to_message',
  'external_reply',
  'pinned_message',
]);

/** The files of an update or a call's answer: of the sizes of a picture the largest. Those without a lasting name are left out. */
export function collectFiles(payload: JsonObject): FileDescription[] {
  const files: FileDescription[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) {
      const sizes = value.filter((one) => isObject(one) && typeof one.file_id === 'string' && 'width' in one);
      for (const one of sizes.length > 1 ? [largest(sizes)] : value) look(one);
    } else if (isObject(value)) {
      if (typeof value.file_id === 'string' && typeof value.file_unique_id === 'string') {
        const file = findFile(payload, value.file_id);
        if (file !== null && file.uniqueId !== '') files.push(file);
      }
      for (const [name, member] of Object.entries(value)) if (!skippedKeys.has(name)) look(member);
    }
  };
  look(payload);
  return files;
}

const widthOf = (size: JsonObject): number => (typeof size.width === 'number' ? size.width : 0);
const largest = (sizes: readonly JsonObject[]): JsonObject | undefined =>
  sizes.toSorted((one, other) => widthOf(other) - widthOf(one))[0];

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'application/pdf': 'pdf',
  'application/x-tgsticker': 'tgs',
};

/** The path of a file in the archive: its lasting name, with the ending that it was sent with. */
export function archivePath({ uniqueId, name, mime }: FileDescription): string {
  const [, extension = ''] = /\.([A-Za-z0-9]{1,8})$/.exec(name) ?? [];
  const ending = extension.toLowerCase() || endings[mime];
  const safe = uniqueId.replaceAll(/[^\w-]/g, '_');
  return `media/${safe}${ending === undefined ? '' : `.${ending}`}`;
}
