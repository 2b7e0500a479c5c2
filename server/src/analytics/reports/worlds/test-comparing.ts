import type { Report, ReportUser } from '@botscope/contract';
import { type CellRef, usersBehind } from '@botscope/testkit/oracle/behind.ts';
import { chatStatesByCounting } from '@botscope/testkit/oracle/chat-states.ts';
import { answerByCounting, firstDay } from '@botscope/testkit/oracle/oracle.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import { reachByCounting } from '@botscope/testkit/oracle/reach.ts';
import { othersName } from '@botscope/testkit/oracle/words.ts';
import type { Dice } from '@botscope/testkit/worlds/dice.ts';
import { drawWorld } from '@botscope/testkit/worlds/draw.ts';
import type { Draft } from '@botscope/testkit/worlds/questions.ts';
import { isAlike } from '../test-oracle.ts';
import type { LivingWorld, Product } from './test-product.ts';

/** Asks both sides; a difference is thrown with the world, and the command that asks again. */
export async function compareReport(product: Product, living: LivingWorld, draft: Draft): Promise<void> {
  const { data_since: since, ...productAnswer } = (await product.ask(living, draft)) as Report;
  const countedAnswer = answerByCounting(living.deliveries, { ...draft, targets: living.targets });
  const first = firstDay(living.deliveries, draft);
  // The product reads it from copies too: it may be earlier than the day of the first winner.
  if (
    isAlike(productAnswer, countedAnswer) &&
    (first === null ? since === undefined : since !== undefined && since <= first)
  )
    return;
  throw new Error(
    difference(living, draft, { ...productAnswer, data_since: since }, { ...countedAnswer, data_since: first }),
  );
}

/** Compares the users behind some of the numbers of an answer, and their file; otherwise like `compareReport`. */
export async function compareUsers(product: Product, living: LivingWorld, draft: Draft, dice: Dice): Promise<void> {
  if (draft.by !== undefined && draft.type !== 'audience') return;
  const question = { ...draft, targets: living.targets };
  for (const cell of cellsIn(answerByCounting(living.deliveries, question), dice)) {
    const countedUsers = usersBehind(living.deliveries, question, cell);
    if (countedUsers === null) continue;
    const { line, bucket, column } = cell;
    const words = { line, ...(bucket === undefined ? {} : { bucket: String(bucket) }), ...(column ? { column } : {}) };
    const productAnswer = await product.ask(living, draft, '/users', { ...words, limit: '500' });
    if (!isAlike(productAnswer, { total: countedUsers.length, users: countedUsers }))
      throw new Error(
        difference(living, { ...draft, type: `${draft.type} ${JSON.stringify(words)}` }, productAnswer, countedUsers),
      );
    if (!dice.chance(0.2)) continue;
    const file = await product.download(living, draft, words);
    if (file !== formatFile(countedUsers)) throw new Error(difference(living, draft, file, formatFile(countedUsers)));
  }
}

/** Compares the users that the bot can reach, and the state of each private chat; otherwise like `compareReport`. */
export async function compareReach(product: Product, living: LivingWorld, now: number): Promise<void> {
  const { world, deliveries } = living;
  const day = new Date(now).toISOString().slice(0, 10);
  const question = { from: day, to: day, zone: 'UTC', targets: living.targets, rules: world.rules };
  const { canGet, left, neverStarted } = reachByCounting(deliveries, question as unknown as Question);
  const chats = chatStatesByCounting(deliveries, world.rules);
  const countedAnswer = {
    audience: {
      ...{ can_get: canGet.length, left: left.length, never_started: neverStarted.length },
      ...{ excluded: 0, unsubscribed: 0, duplicates: 0 },
    },
    chats: [...canGet, ...left, ...neverStarted]
      .sort((one, other) => one - other)
      .map((id) => [id, chats.get(id) ?? 'never_opened']),
  };
  const productAnswer = await product.reach(living, now);
  if (isAlike(productAnswer, countedAnswer)) return;
  throw new Error(difference(living, { type: 'reach', now } as Draft, productAnswer, countedAnswer));
}

/** A cell or two of the answer. */
function cellsIn({ lines, table, buckets }: Report, dice: Dice): CellRef[] {
  if (table) {
    const { rows, columns } = table;
    const namedRows = rows.filter(({ name }) => name !== othersName);
    if (namedRows.length === 0) return [];
    return [0, 1].map(() => ({ line: dice.pick(namedRows).name, column: dice.pick(columns).name }));
  }
  const namedLines = lines.filter(({ name }) => name !== othersName);
  if (namedLines.length === 0) return [];
  const { name, values } = dice.pick(namedLines);
  const busyBuckets = values.flatMap((value, index) => (value ? [index] : []));
  const bucket = dice.pick([...busyBuckets, dice.between(0, Math.max(0, buckets.length - 1))]);
  return [{ line: name }, { line: dice.pick(namedLines).name, bucket }];
}

/** As a spreadsheet gets it. */
function formatFile(users: readonly ReportUser[]): string {
  const cell = (value: string | number | boolean) => String(value);
  const rows = users.map((user) => columns.map((column) => cell(user[column])).join(','));
  return [columns.join(','), ...rows, ''].join('\r\n');
}

const columns = [
  'user_id',
  'first_name',
  'last_name',
  'username',
  'language',
  'is_premium',
  'source',
  'first_time',
  'last_time',
] as const;

function difference(
  { world, targets }: LivingWorld,
  draft: Draft,
  productAnswer: unknown,
  countedAnswer: unknown,
): string {
  const { rules: _, ...question } = draft;
  return [
    `${draft.type}: the product does not say what counting says. Again: WORLDS=${world.seed}..${world.seed} npx vitest run server/src/analytics/reports/worlds`,
    drawWorld(world),
    `targets ${targets.map(({ id, name, trigger, value }) => `${id} ${name} ${JSON.stringify([trigger, value])}`).join('\n        ')}`,
    `asked   ${JSON.stringify({ ...question, now: new Date(draft.now).toISOString() })}`,
    `product ${JSON.stringify(productAnswer)}`,
    `counted ${JSON.stringify(countedAnswer)}`,
  ].join('\n');
}
