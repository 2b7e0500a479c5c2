import type { Random } from '../random.ts';
import { newFile, photoSizes } from './files.ts';

/** Kinds of message content a user can send beside text. */
export type MediaKind = 'photo' | 'voice' | 'sticker' | 'document' | 'video' | 'location' | 'contact';

/** Content fields of a message of this kind, with believable sizes and durations. */
export function mediaContent(random: Random, kind: MediaKind): Record<string, unknown> {
  switch (kind) {
    case 'photo':
      return { photo: photoSizes(random, random.between(20_000, 180_000)) };
    case 'voice': {
      const duration = random.between(1, 40);
      return { voice: { duration, mime_type: 'audio/ogg', ...newFile(random, 'voice', duration * 4_000) } };
    }
    case 'video': {
      const duration = random.between(3, 60);
      const size = newFile(random, 'video', duration * 90_000);
      return { video: { duration, width: 1280, height: 720, mime_type: 'video/mp4', ...size } };
    }
    case 'sticker': {
      const sticker = { width: 512, height: 512, emoji: random.pick(['👍', '😂', '❤️', '🔥']), set_name: 'HotCherry' };
      const look = { is_animated: true, is_video: false, type: 'regular' };
      return { sticker: { ...sticker, ...look, ...newFile(random, 'sticker', random.between(8_000, 40_000)) } };
    }
    case 'document': {
      const file = newFile(random, 'document', random.between(10_000, 900_000));
      return { document: { file_name: 'receipt.pdf', mime_type: 'application/pdf', ...file } };
    }
    case 'location': {
      const degrees = (min: number, max: number) => Math.round((min + random.next() * (max - min)) * 1e6) / 1e6;
      return { location: { latitude: degrees(55, 56), longitude: degrees(37, 38) } };
    }
    case 'contact':
      // 999 is an unassigned country code, so that no number here can belong to anyone.
      return { contact: { phone_number: `999${random.digits(8)}`, first_name: 'Courier' } };
  }
}
