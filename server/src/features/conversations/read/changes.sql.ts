import type { Sources } from '../../../analytics/query/scope.ts';
import { isChange } from './which-events.sql.ts';

/** A number, or the text of one: clients that send forms write numbers so. */
const numberAt = (path: string): string => `toInt64OrZero(trim(BOTH '"' FROM JSONExtractRaw(payload, ${path})))`;

/** The messages that an event is about. */
const messages = `multiIf(
    kind = 'callback_query', [JSONExtractInt(payload, 'callback_query', 'message', 'message_id')],
    kind != 'call', [JSONExtractInt(payload, toString(kind), 'message_id')],
    name = 'deleteMessages', JSONExtract(
      if(JSONType(payload, 'params', 'message_ids') = 'String',
        JSONExtractString(payload, 'params', 'message_ids'), JSONExtractRaw(payload, 'params', 'message_ids')),
      'Array(Int64)'),
    [${numberAt("'params', 'message_id'")}])`;

/** Events of the statement's period that change one of the messages {messages}, the newest first. */
export const changesSql = (from: Sources): string => `
SELECT
  toString(events.id) AS id, toUnixTimestamp64Milli(time) AS at_ms, kind, name, payload,
  arrayFilter(one -> has({messages:Array(Int64)}, one), ${messages}) AS messages
FROM ${from.eventsWith(`user_id = {person:Int64} AND ${isChange}`)} AND notEmpty(messages)
ORDER BY time DESC, events.id DESC
LIMIT {most:UInt32}`;

/** Selects those of {messages} that were recorded themselves, on the days {keys} on which Telegram dates them. */
export const recordedSql = (from: Sources): string => `
SELECT DISTINCT JSONExtractInt(payload, 'message', 'message_id') AS message
FROM ${from.eventsWith(
  "user_id = {person:Int64} AND partition_key IN {keys:Array(UInt32)} AND kind = 'message' AND chat_offset = 0",
)} AND message IN {messages:Array(Int64)}`;
