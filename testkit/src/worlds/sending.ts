import type { SimulatedEvent } from './actor.ts';
import type { Dice } from './dice.ts';
import { iso, type Sending } from './requests.ts';

const minute = 60_000;
const day = 1_440 * minute;

/** Delay until an event reaches us, ms: at once, or within weeks. */
const soon = (dice: Dice): number => dice.pick([0, 5, 900, 2_000, 40_000]);
const drawLateDelay = (dice: Dice): number => dice.between(1, 20 * 1_440) * minute + dice.between(0, 999);

/** A date as bots write it: of the moment, or some other one of the last days. */
function drawDate(timestamp: number, dice: Dice): string | number {
  const moment = timestamp - dice.pick([0, 0, 1, 1_000, 5 * minute, 2 * day]);
  return dice.pick([iso(moment), iso(moment), moment, Math.floor(moment / 1_000)]);
}

/** All copies of a simulated event, each with its way and its date. Of files the receipt is the upload's. */
export function createCopies(simulatedEvent: SimulatedEvent, dice: Dice): Sending[] {
  if (simulatedEvent.what === 'update') return copiesOfUpdate(simulatedEvent.at, simulatedEvent.update, dice);
  const { at, what: _, ...content } = simulatedEvent;
  if (simulatedEvent.what === 'listed') return [];
  const date = dice.chance(0.7) ? { date: iso(at) } : {};
  const receipts = [at + soon(dice), ...(dice.chance(0.3) ? [at + drawLateDelay(dice)] : [])];
  const way = simulatedEvent.what === 'call' ? 'call' : 'conversion';
  return receipts.map((receivedAt) => ({ way, receivedAt, item: { ...content, ...date } }));
}

function copiesOfUpdate(timestamp: number, update: object, dice: Dice): Sending[] {
  const push = (receivedAt: number, date?: string | number): Sending => ({
    way: 'push',
    receivedAt,
    item: { ...(date === undefined ? {} : { date }), update },
  });
  const file = (date?: string | number): Sending => ({
    way: 'file',
    receivedAt: timestamp,
    item: { ...(date === undefined ? {} : { date }), update },
  });
  const first = timestamp + soon(dice);
  const dated = push(first, dice.pick([iso(timestamp), timestamp]));
  const repeatAt = timestamp + drawLateDelay(dice);
  const ways: (() => Sending[])[] = [
    () => [dated],
    () => [dated],
    () => [push(first)],
    // A second copy has another date or none.
    () => [dated, push(repeatAt, drawDate(timestamp, dice))],
    () => [dated, push(repeatAt)],
    () => [push(first), push(repeatAt, iso(timestamp))],
    // Two copies in one batch, of which the first listed counts.
    () => [dated, push(first, drawDate(timestamp - 2 * minute, dice))],
    () => [push(first, drawDate(timestamp - day, dice)), dated],
    // Only later, by a file, or by a file too: with Telegram's own date.
    () => [file()],
    () => [dated, file()],
    () => [push(first), file()],
    () => [dated, file(drawDate(timestamp, dice))],
    // The file may come first.
    () => [file(), push(repeatAt + 30 * day, drawDate(timestamp, dice))],
    // The winner reaches the store last.
    () => [push(repeatAt, drawDate(timestamp, dice)), { ...dated, isDelayed: true }],
  ];
  return dice.pick(ways)();
}
