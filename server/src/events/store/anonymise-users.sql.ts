import { eventColumns } from './event-row.ts';
import { archivedUserColumns, userColumns, usersFromEventsSql } from './users.ts';

const erasing =
  'SELECT user_id FROM erasing_users WHERE bot = {bot:String} AND erasure_id = {erasure:UInt64} AND new_id != 0';
const numbers = `SELECT user_id AS old_id, new_id, salt FROM erasing_users
  WHERE bot = {bot:String} AND erasure_id = {erasure:UInt64} AND new_id != 0`;

/** The parts of a payload that columns of `events` are extracted from: the payment's number, and what a hit or an event of a website belongs to. */
const payload = `multiIf(
    charge_id != '', concat('{"message":{"', if(amount < 0, 'refunded_payment', 'successful_payment'),
      '":{"telegram_payment_charge_id":"', lower(hex(SHA256(concat(salt, charge_id)))), '"}}}'),
    kind = 'site_event', concat('{"site_event":{"site":', toString(JSONExtractUInt(payload, 'site_event', 'site')), '}}'),
    kind = 'hit', concat('{"hit":{"platform":', toJSONString(toString(platform)),
      ',"version":', toJSONString(toString(app_version)), ',"app":', toString(app_id),
      if(launch_id = 0, '', concat(',"launch":"', lower(hex(SHA256(concat(salt, toString(launch_id))))), '"')), '}}'),
    '')`;

/** Columns of the copy that differ from the original. */
const replaced: Readonly<Record<string, string>> = {
  user_id: 'new_id',
  // A private chat stays that of its user; a group keeps its number.
  chat_offset: 'if(chat_offset = 0, 0, user_id + chat_offset - new_id)',
  text: "''",
  // The query of inline mode is a text that the user typed.
  name: "if(kind IN ('inline_query', 'chosen_inline_result'), '', name)",
  payload,
};

const copySql = (column: string): string => replaced[column] ?? `event.${column}`;

/**
 * Values of custom fields describe the user, so their changes are not copied. Of copies of one event only the winning
 * one is: it is the one that counts.
 */
const events = `
INSERT INTO events (${eventColumns.join(', ')})
SELECT ${eventColumns.map(copySql).join(', ')}
FROM (
  SELECT *, charge_id, platform, app_version, launch_id, app_id FROM events FINAL
  WHERE bot = {bot:String} AND kind != 'field_change' AND user_id IN (${erasing})
) AS event
INNER JOIN (${numbers}) AS number ON number.old_id = event.user_id`;

/** A profile without names: language and Premium status stay. */
const nameless = (profile: string): string => `CAST(
    (${profile}.1, '', '', '', ${profile}.5, ${profile}.6),
    'Tuple(time DateTime64(3, \\'UTC\\'), first_name String, last_name String, username String, language String, is_premium Bool)')`;

const rowColumn = (column: string): string => {
  if (column === 'user_id') return 'new_id';
  return column.endsWith('profile') ? nameless(`row.${column}`) : `row.${column}`;
};

/** Computed from events, because a row of `users` may contain a copy that has lost (docs/decisions/0017). */
const usersInto = (table: string, columns: readonly string[]): string => `
INSERT INTO ${table} (${columns.join(', ')})
SELECT ${columns.map(rowColumn).join(', ')}
FROM (${usersFromEventsSql(`user_id IN (${erasing})`)}
) AS row
INNER JOIN (${numbers}) AS number ON number.old_id = row.user_id`;

/**
 * Gives what users did to their new numbers. `archived_users` gets the profile, which the copies of the events do not
 * show any more: rows of `users` can still be rebuilt.
 */
export const anonymiseStatements: readonly string[] = [
  usersInto('archived_users', archivedUserColumns),
  usersInto('users', userColumns),
  events,
];
