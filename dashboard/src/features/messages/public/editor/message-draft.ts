import type { ButtonStyle, MessageButton } from '@botscope/contract';
import { codePoints, type MediaKind, type MessageFile, messageLimits, messageProblems } from '@botscope/contract';
import { keepStored, readStored } from '../../../../platform/session/browser-storage.ts';
import type { NewMessage } from '../messages-data.ts';
import { type FormattedText, trim } from './formatted-text.ts';

export const buttonActions = ['url', 'callback_data', 'web_app', 'copy_text'] as const;
export type ButtonAction = (typeof buttonActions)[number];

/** A button in the editor: one action, whatever was typed into it. */
export interface DraftButton {
  /** ID that only the page uses. */
  id: string;
  text: string;
  action: ButtonAction;
  value: string;
  /** Grey without one. */
  style?: ButtonStyle | undefined;
}

/** Message being written. */
export interface MessageDraft {
  content: FormattedText;
  media: { kind: MediaKind; file: MessageFile; has_spoiler: boolean } | null;
  buttons: DraftButton[][];
  silent: boolean;
  protect: boolean;
  noPreview: boolean;
}

export const emptyDraft: MessageDraft = {
  content: { text: '', entities: [] },
  media: null,
  buttons: [],
  silent: false,
  protect: false,
  noPreview: false,
};

export const newButton = (): DraftButton => ({ id: crypto.randomUUID(), text: '', action: 'url', value: '' });

/** Returns the kind that a file of this type is usually sent as. */
export function detectMediaKind(type: string): MediaKind {
  if (['image/jpeg', 'image/png', 'image/webp'].includes(type)) return 'photo';
  if (type === 'image/gif') return 'animation';
  if (type === 'video/mp4') return 'video';
  if (['audio/mpeg', 'audio/mp4', 'audio/x-m4a'].includes(type)) return 'audio';
  if (type === 'audio/ogg') return 'voice';
  return 'document';
}

export const toButton = ({ text, action, value, style }: DraftButton): MessageButton => ({
  text,
  [action]: value,
  ...(style !== undefined && { style }),
});

export function toDraftButton(button: MessageButton): DraftButton {
  const action = buttonActions.find((name) => button[name] !== undefined) ?? 'url';
  return { id: crypto.randomUUID(), text: button.text, action, value: button[action] ?? '', style: button.style };
}

/** The message as the server takes it; rows without buttons are left out. */
export function toMessage(
  draft: MessageDraft,
  options: { idempotency_key: string; replyTo: number | undefined },
): NewMessage {
  const { text, entities } = trim(draft.content);
  const { media } = draft;
  return {
    idempotency_key: options.idempotency_key,
    text,
    entities: [...entities],
    buttons: draft.buttons.filter((row) => row.length > 0).map((row) => row.map(toButton)),
    ...(media !== null && {
      media: { kind: media.kind, upload: media.file.id, ...(media.has_spoiler && { has_spoiler: true }) },
    }),
    ...(options.replyTo !== undefined && { reply_to_message_id: options.replyTo }),
    ...(draft.silent && { disable_notification: true }),
    ...(draft.protect && { protect_content: true }),
    ...(draft.noPreview && media === null && { disable_preview: true }),
  };
}

/** Characters that still fit; below zero there are too many. */
export function charactersLeft({ content, media }: Pick<MessageDraft, 'content' | 'media'>): number {
  const maxLength = media === null ? messageLimits.text : messageLimits.caption;
  return maxLength - codePoints(content.text.trim());
}

export const findProblems = ({ content, media, buttons }: Pick<MessageDraft, 'content' | 'media' | 'buttons'>) => {
  const rows = buttons.filter((row) => row.length > 0).map((row) => row.map(toButton));
  return messageProblems({ ...trim(content), media, buttons: rows });
};

const toKey = (botKey: string, userId: number): string => `message-draft:${botKey}:${userId}`;

export function readDraft(botKey: string, userId: number): MessageDraft {
  try {
    const storedDraft: unknown = JSON.parse(readStored(toKey(botKey, userId), 'sessionStorage') ?? 'null');
    return typeof storedDraft === 'object' && storedDraft !== null && 'content' in storedDraft
      ? { ...emptyDraft, ...(storedDraft as Partial<MessageDraft>) }
      : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export const keepDraft = (botKey: string, userId: number, draft: MessageDraft): void =>
  keepStored(toKey(botKey, userId), draft === emptyDraft ? null : JSON.stringify(draft), 'sessionStorage');
