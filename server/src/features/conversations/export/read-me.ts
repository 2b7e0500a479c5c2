import type { Language } from '@botscope/contract';

/** Parts of the archive that the requesting account may see. */
export interface ArchiveParts {
  conversation: boolean;
  media: boolean;
  fields: boolean;
  campaigns: boolean;
}

const texts = {
  en: {
    title: (user: number, bot: string) => `Everything that Botscope knows about the user ${user} of @${bot}`,
    files: [
      'user.json: profile, sources, totals, custom fields, segments, notes, campaigns received',
      'messages.ndjson: messages sent by your team, one JSON object per line, the oldest first',
      'events.ndjson: all events as they were received, one JSON object per line, the oldest first',
      'media/: files of the conversation, each once; media.json lists them, with the reason for each one that is missing',
    ],
    missing: 'Left out, because the account that made this file lacks the permission:',
    conversation: 'messages, events, notes and files (“View chats”)',
    media: 'files of the conversation (“Files of messages”)',
    fields: 'custom fields (“See custom fields”)',
    campaigns: 'campaigns received (“See who gets a campaign”)',
    limits: 'Files over 20 MB cannot be loaded from Telegram. The files together have at most 1 GB.',
  },
  ru: {
    title: (user: number, bot: string) => `Всё, что Botscope знает о пользователе ${user} бота @${bot}`,
    files: [
      'user.json: профиль, источники, итоги, пользовательские поля, сегменты, заметки, полученные рассылки',
      'messages.ndjson: сообщения вашей команды, по объекту JSON на строке, сначала старые',
      'events.ndjson: все события в том виде, в каком они пришли, по объекту JSON на строке, сначала старые',
      'media/: файлы переписки, каждый один раз; в media.json — их список и причина для каждого, которого нет',
    ],
    missing: 'Не вошло, так как у создавшего этот файл аккаунта нет права:',
    conversation: 'сообщения, события, заметки и файлы («Читать переписку»)',
    media: 'файлы переписки («Файлы сообщений»)',
    fields: 'пользовательские поля («Смотреть свои поля»)',
    campaigns: 'полученные рассылки («Видеть получателей»)',
    limits: 'Файлы больше 20 МБ Telegram не отдаёт. Общий размер файлов — не больше 1 ГБ.',
  },
} as const;

/** The text that says what is in the archive, and what was left out and why. */
export function readMe(user: number, bot: string, parts: ArchiveParts, language: Language): string {
  const words = texts[language];
  const { conversation, media, fields, campaigns } = parts;
  const [aboutText, ...ofConversation] = words.files;
  const missingParts = [
    ...(conversation ? (media ? [] : [words.media]) : [words.conversation]),
    ...(fields ? [] : [words.fields]),
    ...(campaigns ? [] : [words.campaigns]),
  ];
  const fileLines = [aboutText, ...(conversation ? ofConversation.slice(0, media ? 3 : 2) : [])];
  return [
    words.title(user, bot),
    '',
    ...fileLines,
    ...(missingParts.length > 0 ? ['', words.missing, ...missingParts.map((one) => `- ${one}`)] : []),
    ...(conversation && media ? ['', words.limits] : []),
    '',
  ].join('\n');
}
