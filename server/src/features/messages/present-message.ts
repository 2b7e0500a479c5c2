import { messageReasons, messageStatuses, OutgoingContent, type OutgoingMessage } from '@botscope/contract';
import * as z from 'zod/mini';
import { toIso } from '../../platform/metadata/database-time.ts';
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
    not_before: row.status === 'waiting' ? toIso(row.not_before) : null,
    finished_at: toIso(row.finished_at),
    edited_at: toIso(row.edited_at),
    deleted_at: toIso(row.deleted_at),
  };
}
