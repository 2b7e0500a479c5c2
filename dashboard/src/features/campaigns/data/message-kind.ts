import {
  type AlbumItem,
  albumGroup,
  albumKinds,
  type CampaignMessage,
  type CopiedPost,
  linkOfPost,
  type MediaKind,
  parsePostLink,
} from '@botscope/contract';

/** Kinds of content in the editor: a text with or without a file, several files, or an existing post. */
export const contentKinds = ['message', 'album', 'post'] as const;
export type ContentKind = (typeof contentKinds)[number];

export const detectContentKind = ({ album, post }: CampaignMessage): ContentKind =>
  post !== undefined ? 'post' : album !== undefined ? 'album' : 'message';

type Content = Pick<CampaignMessage, 'media' | 'album' | 'post'>;

/** Returns the content for another kind of message; keeps the files that it allows. */
export function contentFor(kind: ContentKind, { media, album }: Content): Content {
  const files = album ?? (media === null ? [] : [media]);
  if (kind === 'message') return { media: files[0] ?? null, album: undefined, post: undefined };
  if (kind === 'album') return { media: null, album: files.filter(isAlbumItem), post: undefined };
  return { media: null, album: undefined, post: undefined };
}

/** Kinds whose caption can stand above them. */
const pictures: readonly MediaKind[] = ['photo', 'video', 'animation'];

/** Whether Telegram can show the text above the files. */
export function canHaveCaptionAbove(kind: ContentKind, { media, album = [] }: Content): boolean {
  if (kind === 'message') return media !== null && pictures.includes(media.kind);
  return kind === 'album' && album.every((item) => albumGroup(item.kind) === 'photo');
}

const isAlbumItem = (item: { kind: string; file: string }): item is AlbumItem =>
  albumKinds.some((kind) => kind === item.kind);

/** Returns the items with one of them moved by one position. */
export function moveItem<Item>(items: readonly Item[], index: number, step: -1 | 1): Item[] {
  const [moved, other] = [items[index], items[index + step]];
  if (moved === undefined || other === undefined) return [...items];
  return items.map((item, position) => (position === index ? other : position === index + step ? moved : item));
}

/** A post as users write it: its link, or a chat and a number with anything between them. */
export function readPost(text: string): CopiedPost | null {
  const { chat, id } =
    /^(?<chat>@[a-z]\w{3,31}|-?[1-9]\d{0,15})[\s/:,]+(?<id>[1-9]\d{0,9})$/i.exec(text.trim())?.groups ?? {};
  const message_id = Number(id);
  if (chat !== undefined && message_id > 0) return { chat, message_id };
  return parsePostLink(text);
}

export const writtenPost = (post: CopiedPost): string => linkOfPost(post) ?? `${post.chat} ${post.message_id}`;
