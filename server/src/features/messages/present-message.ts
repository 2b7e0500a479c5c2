import { messageReasons, messageStatuses, OutgoingContent, type OutgoingMessage } from '@botscope/contract';
import * as z from 'zod/mini';
import { parseEnum } from '../bots/bots.ts';
import type { MessageRow } from './message-store.ts';

/** Stored content was checked by the same schema. */
export const contentOf = (row: Pick<MessageRow, 'content'>): OutgoingContent => z.parse(OutgoingContent, row.content);

export function presentMessage(row: MessageRow, author: string | null, fileName: string | null): OutgoingMessage {
  return {
    id: row.id,
    idempotency_key: row.idempotency_key,
    status: parseEnum(messageStatuses, row.status, 'unknown'),
    reason: row.reason === null ? null : parseEnum(messageReasons, row.reason, 'refused'),
    description: row.description,
    message_id: row.message_id === null ? null : Number(row.message_id),
    author,
    content: contentOf(row),
    file_name: fileName,
    created_at: new Date(row.created_at).toISOString(),
    not_before: row.status === 'waiting' ? iso(row.not_before) : null,
    finished_at: iso(row.finished_at),
    edited_at: iso(row.edited_at),
    deleted_at: iso(row.deleted_at),
  };
}

const iso = (date: Date | null): string | null => (date === null ? null : new Date(date).toISOString());
