import { type Actor, changeActor, type SimulatedEvent, type Stage } from './actor.ts';
import {
  allowsWriting,
  blocks,
  converts,
  doesSomethingElse,
  isOutOfReach,
  isPaidBack,
  isUnknownToIt,
  isWrittenTo,
  newPayment,
  pays,
  presses,
  type Step,
  standsBy,
  starts,
  unblocks,
  writes,
  writesInGroup,
} from './steps.ts';
import { oddMoment, pause, type ZoneCase } from './zone-cases.ts';

/** Actions of one user in order: steps, between which time passes. */
type Scenario = (stage: Stage) => Step[];

const some = (stage: Stage, min: number, max: number, ...steps: Step[]): Step[] =>
  Array.from({ length: stage.dice.between(min, max) }, () => stage.dice.pick(steps));

const usual = [writes, writes, presses, doesSomethingElse];

/** Each is a way of meeting a bot that some number once got wrong. */
const scenarios: Readonly<Record<string, Scenario>> = {
  'comes by a link and stays': (stage) => [starts(), ...some(stage, 2, 8, ...usual, starts())],
  'blocks first, starts later': (stage) => [
    blocks,
    ...some(stage, 0, 2, converts, standsBy),
    starts(stage.dice.pick(['catalog', 'source-ads'])),
    ...some(stage, 0, 3, ...usual, converts),
  ],
  'blocks first, writes later': (stage) => [blocks, ...some(stage, 1, 3, writes, presses), starts('source-site')],
  'is known in the group': (stage) => [
    ...some(stage, 1, 3, standsBy),
    ...some(stage, 0, 3, writesInGroup, standsBy, doesSomethingElse),
    ...some(stage, 0, 2, starts(), writes, standsBy),
  ],
  'is only ever named': (stage) => some(stage, 1, 4, standsBy, converts, isWrittenTo, isUnknownToIt),
  'buys before the meeting': (stage) => [
    ...some(stage, 1, 2, converts),
    ...some(stage, 0, 2, standsBy, converts),
    stage.dice.pick([starts('catalog'), writes, blocks]),
    ...some(stage, 0, 3, ...usual, converts),
  ],
  'comes and goes': (stage) => [
    starts('source-ads'),
    ...some(stage, 4, 9, blocks, unblocks, starts(), writes, isOutOfReach, converts, isWrittenTo, isUnknownToIt),
  ],
  'pays, blocks, is paid back': (stage) => {
    const payment = newPayment(stage);
    return [
      ...some(stage, 0, 1, starts()),
      doesSomethingElse,
      pays(payment),
      ...some(stage, 0, 1, pays(payment)),
      ...some(stage, 0, 2, blocks, writes),
      isPaidBack(payment),
      ...some(stage, 0, 2, isPaidBack(payment), writes, starts()),
    ];
  },
  'is paid back, and nothing else': (stage) => [isPaidBack(newPayment(stage)), ...some(stage, 0, 1, writes)],
  'is asked whether the bot may write': (stage) => [
    stage.dice.pick([doesSomethingElse, writesInGroup]),
    ...some(stage, 0, 1, isUnknownToIt),
    allowsWriting,
    ...some(stage, 0, 3, blocks, unblocks, isWrittenTo, isUnknownToIt, writesInGroup),
  ],
  'uses it everywhere': (stage) => some(stage, 4, 10, writesInGroup, doesSomethingElse, writes, presses),
};

export const scenarioNames: readonly string[] = Object.keys(scenarios);

/** Runs a user's scenario from an odd moment on; sometimes their name changes at some step. */
export function runScenario(name: string, stage: Stage, actor: Actor, zoneCase: ZoneCase): SimulatedEvent[] {
  const { dice } = stage;
  let timestamp = oddMoment(zoneCase, dice);
  let currentActor = actor;
  return (scenarios[name]?.(stage) ?? []).map((step) => {
    const simulatedEvent = step(stage, currentActor, timestamp);
    // Some steps do not follow the previous one, but belong to another odd moment.
    timestamp = dice.chance(0.3) ? Math.max(timestamp + 1, oddMoment(zoneCase, dice)) : timestamp + pause(dice);
    if (dice.chance(0.2)) currentActor = changeActor(currentActor, dice);
    return simulatedEvent;
  });
}
