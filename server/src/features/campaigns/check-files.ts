import {
  type CampaignMessage,
  type CampaignProblem,
  campaignTypes,
  type ErrorCode,
  mediaMethods,
  messageLimits,
} from '@botscope/contract';
import { fitsPhoto, type ImageSize } from '../../platform/image-size.ts';

/** A file of a campaign, as far as checks look at it. */
interface CheckedFile {
  type: string;
  bytes: number;
  /** Null where its beginning does not say; absent where nobody looked. */
  size?: ImageSize | null;
}

/** The first message uploads all files of an album in one request, bytes. */
const maxAlbumBytes = messageLimits.file;

type Media = NonNullable<CampaignMessage['media']>;

/** Telegram sends other types as documents only. */
const typesOfKind: Readonly<Record<string, RegExp>> = {
  photo: /^image\//,
  video: /^video\/mp4$/,
  animation: /^(image\/gif|video\/mp4)$/,
  audio: /^audio\//,
};

const problem = (code: ErrorCode, field: string): CampaignProblem => ({ code, field });

/** Why Telegram would refuse the files of a message. `files`: those that are there, by id. */
export function fileProblems(
  { media, album }: Pick<CampaignMessage, 'media' | 'album'>,
  files: ReadonlyMap<string, CheckedFile>,
): CampaignProblem[] {
  const ofMedia = media === null ? [] : checkFile(media, 'message.media', files);
  if (album === undefined) return ofMedia;
  const ofItems = album.flatMap((item, index) => checkFile(item, `message.album.${index}`, files));
  const bytes = album.reduce((sum, { file }) => sum + (files.get(file)?.bytes ?? 0), 0);
  return [...ofMedia, ...ofItems, ...(bytes > maxAlbumBytes ? [problem('InvalidAlbum', 'message.album')] : [])];
}

function checkFile({ kind, file: id }: Media, field: string, files: ReadonlyMap<string, CheckedFile>) {
  if (!campaignTypes.some((type) => type === mediaMethods[kind])) return [problem('InvalidField', `${field}.kind`)];
  const file = files.get(id);
  if (file === undefined) return [problem('FileGone', `${field}.file`)];
  const problems: CampaignProblem[] = [];
  const maxBytes = kind === 'photo' ? messageLimits.photo : messageLimits.file;
  if (file.bytes > maxBytes) problems.push(problem('UploadTooLarge', `${field}.file`));
  const { size = null } = file;
  if (kind === 'photo' && size !== null && !fitsPhoto(size)) problems.push(problem('PhotoDimensions', `${field}.file`));
  // Telegram judges files of an unknown type.
  const isKnown = file.type !== 'application/octet-stream';
  if (isKnown && typesOfKind[kind]?.test(file.type) === false) problems.push(problem('InvalidField', `${field}.kind`));
  return problems;
}
