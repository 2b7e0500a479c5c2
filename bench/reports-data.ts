import type { Engine } from '@botscope/server/events/store/engine/engine.ts';

const chunk = 1_000_000;

interface Life {
  /** Days of it. */
  days?: number;
  /** Different users, about. */
  users?: number;
  /** False: more is written later, so parts are not merged yet. */
  isLast?: boolean;
}

/**
 * Fills a bot with days of life (90) that end at `now`, made inside the engine: sessions of four events 20 to 80 seconds
 * apart (one in seven stretched over hours), old faces more often than new ones, three in ten events button presses
 * (which have no date of their own), one session in forty ending with a block; three commands in ten are launches, half
 * of them with one of 200 sources; one action in 500 is a payment.
 */
export async function fillWithLife(
  engine: Engine,
  bot: string,
  rows: number,
  now: number,
  { days = 90, users = 500_000, isLast = true }: Life = {},
): Promise<void> {
  const begin = Math.floor(now / 1_000) - days * 86_400;
  for (let from = 0; from < rows; from += chunk) {
    await engine.command(lifeSql({ bot, rows, days, users, begin, from, count: Math.min(chunk, rows - from) }));
  }
  if (!isLast) return;
  await engine.command('OPTIMIZE TABLE events FINAL');
  await engine.command('OPTIMIZE TABLE users FINAL');
}

function lifeSql({
  bot,
  rows,
  days,
  users,
  begin,
  from,
  count,
}: {
  bot: string;
  rows: number;
  days: number;
  users: number;
  begin: number;
  from: number;
  count: number;
}) {
  return `
INSERT INTO incoming
SELECT
  '${bot}' AS bot, sipHash64(number) AS id,
  if(sent_at = 0, 2147483648 + bitShiftRight(update_id, 13), intDiv(sent_at, 86400)) AS partition_key,
  user_id, user_id AS chat_id, 'private' AS chat_type, 'in' AS direction,
  multiIf(leaves, 'my_chat_member', presses, 'callback_query', 'message') AS kind,
  multiIf(leaves, '', presses, 'button', commands, 'command', pays, 'payment', 'text') AS type,
  NOT leaves AS is_action, 1 AS is_contact, starts AS is_start, if(leaves, 'blocked', '') AS membership,
  second * 1000 + chance % 1000 AS time_ms, if(presses, 0, toUInt32(second)) AS sent_at, time_ms + 200 AS received_ms,
  multiIf(leaves, '', presses, concat('menu:', toString(chance % 50)), starts, '/start', commands, concat('/command', toString(chance % 30)), '') AS name,
  '' AS text,
  if(starts AND mood % 2 = 0, concat('source-s', toString(intDiv(mood, 7) % 200), '_medium-m', toString(mood % 5)), '') AS start_payload,
  if(start_payload = '', map(), map('source', concat('s', toString(intDiv(mood, 7) % 200)), 'medium', concat('m', toString(mood % 5)))) AS params,
  params['source'] AS source,
  if(pays, 100 + chance % 900, 0) AS amount, multiIf(NOT pays, '', chance % 2 = 0, 'XTR', 'EUR') AS currency, 0 AS code,
  ['Anna', 'Иван', 'Kim', 'Мария', 'John', 'Olga', 'Саша', 'Peter'][1 + face % 8] AS first_name, '' AS last_name, '' AS username,
  ['en', 'ru', 'de', 'pt-br', 'uk', '', 'es'][1 + intDiv(face, 8) % 7] AS language, face % 11 = 0 AS is_premium,
  if(pays, concat('{"update_id":', toString(update_id), ',"message":{"successful_payment":{"total_amount":', toString(amount), ',"telegram_payment_charge_id":"c', toString(number), '"}}}'),
    concat('{"update_id":', toString(update_id), ',"x":', toString(chance), '}')) AS payload
FROM (
  SELECT
    number,
    500000000 + number AS update_id,
    intDiv(number, 4) AS session,
    number % 4 AS step,
    sipHash64(number, 1) AS chance,
    sipHash64(session, 2) AS mood,
    number / ${rows} AS progress,
    toInt64(100000000 + 7 * floor(${users} * (0.2 + 0.8 * progress) * pow((mood % 1000000) / 1000000, 1.4))) AS user_id,
    toInt64(${begin} + floor(progress * ${days * 86_400}) + step * (20 + mood % 60) + chance % 19 + if(mood % 7 = 0, step * 2400, 0)) AS second,
    cityHash64(user_id) AS face,
    mood % 40 = 3 AND step = 3 AS leaves,
    chance % 10 < 3 AS presses,
    chance % 10 = 3 AS commands,
    NOT leaves AND commands AND intDiv(chance, 10) % 10 < 3 AS starts,
    NOT leaves AND chance % 10 > 3 AND intDiv(chance, 10) % 300 = 0 AS pays
  FROM numbers(${from}, ${count})
)`;
}
