import type { Random } from '@botscope/server/simulation/random.ts';
import { newFile, photoSizes } from '@botscope/server/simulation/users/files.ts';
import type { FileInfo } from '@botscope/server/simulation/users/telegram-types.ts';
import { badRequest } from './errors.ts';
import type { FileContent, UploadedFile } from './multipart.ts';

/** A file one bot may send again by its id or download. */
export interface StoredFile extends FileInfo {
  kind: string;
  path: string;
  content: FileContent;
}

const folders: Record<string, string> = { photo: 'photos', voice: 'voice', video: 'videos', sticker: 'stickers' };
const maxPhoto = 10_485_760;
const maxDownload = 20 * 1_048_576;

export function createFileStore(random: Random) {
  const byId = new Map<string, StoredFile>();
  let count = 0;

  function add(kind: string, info: FileInfo, content: FileContent): StoredFile {
    count += 1;
    const ending = kind === 'photo' ? '.jpg' : (/\.\w+$/.exec(content.name)?.[0] ?? '');
    const file = { ...info, content, kind, path: `${folders[kind] ?? 'documents'}/file_${count}${ending}` };
    byId.set(file.file_id, file);
    return file;
  }

  function keepUpload(kind: string, upload: FileContent): StoredFile {
    if (upload.size === 0) throw badRequest('file must be non-empty');
    if (kind === 'photo' && upload.size > maxPhoto) {
      throw badRequest(
        `file of size ${upload.size} bytes is too big for a photo; the maximum size is ${maxPhoto} bytes`,
      );
    }
    return add(kind, newFile(random, kind, upload.size), upload);
  }

  function keepRemote(kind: string, url: string): StoredFile {
    // The name that RFC 2606 keeps free for hosts that cannot exist plays the unreachable one.
    if (new URL(url).hostname.endsWith('.invalid')) throw badRequest('failed to get HTTP URL content');
    const name = new URL(url).pathname.split('/').pop() ?? '';
    return keepUpload(kind, toContent(name, Buffer.from(url)));
  }

  function findFile(kind: string, fileId: string): StoredFile {
    const file = byId.get(fileId);
    if (!file) throw badRequest('wrong file identifier/HTTP URL specified');
    if (file.kind !== kind) throw badRequest(`can't use file of type ${toTitle(file.kind)} as ${toTitle(kind)}`);
    return file;
  }

  return {
    /** The file meant by a media parameter: an upload, `attach://part`, a URL or a file id. */
    resolve(kind: string, parameter: string, files: readonly UploadedFile[]): StoredFile {
      const part = parameter.startsWith('attach://') ? parameter.slice('attach://'.length) : kind;
      const upload = files.find((file) => file.field === part);
      if (upload) return keepUpload(kind, upload);
      if (parameter === '' || parameter.startsWith('attach://')) throw badRequest(`there is no ${kind} in the request`);
      return /^https?:\/\//i.test(parameter) ? keepRemote(kind, parameter) : findFile(kind, parameter);
    },
    /** Remembers a file that a user sent, so that the bot can ask for it. Its bytes repeat its name: no two are alike. */
    learn(kind: string, info: FileInfo): void {
      if (byId.has(info.file_id)) return;
      add(kind, info, toContent(`${kind}.bin`, Buffer.alloc(info.file_size ?? 1, info.file_unique_id)));
    },
    /** Puts a picture into the store as if its owner had uploaded it. */
    addPhoto: (bytes: Buffer): StoredFile => keepUpload('photo', toContent('photo.jpg', bytes)),
    /** The three sizes of a photo; each is a file of its own, the largest is the upload itself. */
    sizesOf(file: StoredFile) {
      const sizes = photoSizes(random, file.content.size);
      return sizes.map((size, index) => {
        if (index === sizes.length - 1) return { ...size, file_id: file.file_id, file_unique_id: file.file_unique_id };
        add('photo', size, file.content);
        return size;
      });
    },
    /** For getFile; refuses what a real server would not give out. */
    forDownload(fileId: string): StoredFile {
      const file = byId.get(fileId);
      if (!file) throw badRequest('invalid file_id');
      if (file.content.size > maxDownload) throw badRequest('file is too big');
      return file;
    },
    byPath: (path: string) => [...byId.values()].find((file) => file.path === path),
  };
}

function toContent(name: string, bytes: Buffer): FileContent {
  return { name, type: 'application/octet-stream', size: bytes.length, bytes };
}

const toTitle = (kind: string) => kind.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
