import * as z from 'zod/mini';
import { albumKinds, albumLimits, mediaKinds } from './message-rules.ts';

/** Id of a file of the campaign. */
const file = z.uuid();

/** The one file of a message. */
export const CampaignMedia = z.object({
  kind: z.enum(mediaKinds),
  file,
  has_spoiler: z.optional(z.boolean()),
});
export type CampaignMedia = z.output<typeof CampaignMedia>;

/** A file of an album: photos and videos together, documents and audios only among themselves. */
export const AlbumItem = z.object({
  kind: z.enum(albumKinds),
  file,
  /** Only for a photo or video. */
  has_spoiler: z.optional(z.boolean()),
});
export type AlbumItem = z.output<typeof AlbumItem>;
export const Album = z.array(AlbumItem).check(z.maxLength(albumLimits.most));

/** A post that recipients get a copy of. The bot has to be able to read it. */
export const CopiedPost = z.object({
  /** `@channel`, or the ID of a chat. */
  chat: z.string().check(z.regex(/^(?:@\w{4,32}|-?\d{1,16})$/)),
  message_id: z.int().check(z.gte(1)),
});
export type CopiedPost = z.output<typeof CopiedPost>;

/** Bot API method that a campaign sends with. */
export const campaignTypes = [
  'sendMessage',
  'sendPhoto',
  'sendAnimation',
  'sendVideo',
  'sendAudio',
  'sendDocument',
  'sendMediaGroup',
  'copyMessage',
] as const;
export type CampaignType = (typeof campaignTypes)[number];
