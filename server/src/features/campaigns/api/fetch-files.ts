import {
  type ApiMessage,
  type CampaignFile,
  type CampaignMessage,
  CopiedPost,
  parsePostLink,
} from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/errors.ts';
import { unmarkedMessage } from '../unmarked-message.ts';

/** Downloads an address for a bot, on behalf of an account, and stores it as a file of its campaigns. */
export type FetchFile = (bot: string, account: string, url: string) => Promise<CampaignFile>;

/**
 * The message as it is stored: its markup read, and a file in place of each address. All addresses are downloaded at
 * once: together they take no longer than one. Files of which no campaign comes are forgotten after a day.
 * @throws AppError FileUnreachable, InvalidMarkup, UploadTooLarge, TooManyCampaignFiles, TooManyAttempts with the field that is to blame
 */
export async function fetchFiles(
  message: ApiMessage,
  fetchFile: (url: string) => Promise<{ id: string }>,
): Promise<CampaignMessage> {
  const storeFile = async <Item extends { file?: string | undefined; url?: string | undefined }>(
    { url, file, ...item }: Item,
    field: string,
  ) => {
    if (url === undefined) return { ...item, file: file ?? '' };
    try {
      const { id } = await fetchFile(url);
      return { ...item, file: id };
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      const { code, message, retryAfterS } = cause;
      throw new AppError(code, { field, message, cause, ...(retryAfterS !== undefined && { retryAfterS }) });
    }
  };
  const { parse_mode, media, album = [], post, ...rest } = message;
  const plainMessage = unmarkedMessage({ ...rest, parse_mode, media: null });
  const [file, items] = await Promise.all([
    media === null ? null : storeFile(media, 'message.media.url'),
    Promise.all(album.map((item, index) => storeFile(item, `message.album.${index}.url`))),
  ]);
  return {
    ...plainMessage,
    media: file,
    ...(message.album !== undefined && { album: items }),
    ...(post !== undefined && { post: parsePost(post) }),
  };
}

/** The schema has seen to it that it is whole. */
const parsePost = ({ link, ...post }: NonNullable<ApiMessage['post']>): CopiedPost =>
  z.parse(CopiedPost, link === undefined ? post : parsePostLink(link));
