import { type CampaignType, CopiedPost, campaignTypes } from './campaign-content.ts';
import {
  type AlbumKind,
  albumLimits,
  type MediaKind,
  type MessageProblem,
  mediaMethods,
  messageProblems,
  type RuleContent,
} from './message-rules.ts';

/** Content of a message besides its text and buttons; at most one of these. */
interface Content {
  media: { kind: MediaKind; file: string } | null;
  album?: readonly { kind: AlbumKind; file: string }[] | undefined;
  post?: CopiedPost | undefined;
}

export function typeOfMessage({ media, album, post }: Content): CampaignType {
  if (post !== undefined) return 'copyMessage';
  if (album !== undefined) return 'sendMediaGroup';
  const method: string = media === null ? 'sendMessage' : mediaMethods[media.kind];
  return campaignTypes.find((type) => type === method) ?? 'sendMessage';
}

/** Counts the messages that a recipient gets: each file of an album counts towards Telegram's limits. */
export const countMessages = ({ album }: Pick<Content, 'album'>): number => Math.max(1, album?.length ?? 1);

/** Ids of the files of a message. */
export const filesOfMessage = ({ media, album = [] }: Content): string[] => [
  ...(media === null ? [] : [media.file]),
  ...album.map((item) => item.file),
];

/** Hosts of Telegram's links. */
const hosts = /^(?:t|telegram)\.(?:me|dog)$/i;

/**
 * The post behind a link of Telegram: `https://t.me/channel/12`, `https://t.me/c/1234567890/12`, both with the number of a
 * topic before the last one. Null for anything else.
 */
export function parsePostLink(link: string): CopiedPost | null {
  const trimmedLink = link.trim();
  const address = /^https?:\/\//i.test(trimmedLink) ? trimmedLink : `https://${trimmedLink}`;
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  if (!hosts.test(hostname)) return null;
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '' && part !== 's');
  const isPrivate = first === 'c';
  const chat = isPrivate ? `-100${rest.shift() ?? ''}` : `@${first}`;
  const numbers = rest.length === 1 || rest.length === 2 ? rest : [];
  if (numbers.length === 0 || numbers.some((part) => !/^\d{1,10}$/.test(part))) return null;
  const post = CopiedPost.safeParse({ chat, message_id: Number(numbers.at(-1)) });
  return post.success ? post.data : null;
}

/** The address of a post in Telegram; null for a chat that has none. */
export function linkOfPost({ chat, message_id }: CopiedPost): string | null {
  if (chat.startsWith('@')) return `https://t.me/${chat.slice(1)}/${message_id}`;
  return chat.startsWith('-100') ? `https://t.me/c/${chat.slice('-100'.length)}/${message_id}` : null;
}

/** Photos and videos can be in one album; others only among themselves. */
export const albumGroup = (kind: AlbumKind): string => (kind === 'video' ? 'photo' : kind);

type CheckedContent = Omit<RuleContent, 'media'> &
  Omit<Content, 'media' | 'album'> & {
    media: unknown;
    album?: readonly { kind: AlbumKind }[] | undefined;
  };

/** Why Telegram would refuse a message of a campaign; empty if nothing is known against it. */
export function campaignMessageProblems(message: CheckedContent): MessageProblem[] {
  const { media, album, post, text, entities, buttons } = message;
  const contents = [media, album, post].filter((part) => part != null);
  const problems = messageProblems({ text, entities, buttons, media: contents[0] });
  if (contents.length > 1) problems.push({ code: 'InvalidField', path: [post === undefined ? 'album' : 'post'] });
  if (album === undefined) return problems;
  const isSized = album.length >= albumLimits.fewest && album.length <= albumLimits.most;
  const groups = new Set(album.map(({ kind }) => albumGroup(kind)));
  if (!isSized || groups.size > 1) problems.push({ code: 'InvalidAlbum', path: ['album'] });
  if (buttons.length > 0) problems.push({ code: 'InvalidAlbum', path: ['buttons'] });
  return problems;
}
