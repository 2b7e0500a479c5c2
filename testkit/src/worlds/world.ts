import type { TargetDraft } from '@botscope/contract';
import type { PayloadRules } from '../oracle/facts/payload.ts';
import { type Actor, createActor, type SimulatedEvent, type Stage } from './actor.ts';
import { createDice, type Dice } from './dice.ts';
import type { Request } from './requests.ts';
import { runScenario, scenarioNames } from './scenarios.ts';
import { buildRequests } from './schedule.ts';
import { drawRules, drawTargets } from './settings.ts';
import { drawVisits } from './visits.ts';
import { midnight, type ZoneCase, zoneCases } from './zone-cases.ts';

/** A bot's life: what some users did around an odd day, how it was sent, and what the owner set. */
export interface World {
  seed: number;
  zoneCase: ZoneCase;
  rules: PayloadRules;
  sessionGapMinutes: number;
  callbackMaxLength: number;
  /** Besides the two that every bot has. */
  targets: readonly TargetDraft[];
  users: readonly { actor: Actor; scenario: string }[];
  simulatedEvents: readonly SimulatedEvent[];
  requests: readonly Request[];
  /** In the middle of it all, when what was received until then is asked about (Unix ms). */
  halfway: number;
}

/** Makes a world; the same seed makes the same one. */
export function makeWorld(seed: number): World {
  const dice = createDice(seed);
  const zoneCase = dice.pick(zoneCases);
  let numbers = 0;
  const stage: Stage = {
    dice,
    number() {
      numbers += 1;
      return numbers;
    },
    group: { id: -1_001_000_000_007, type: dice.pick(['supergroup', 'group']), title: 'Friends' },
  };
  const users = Array.from({ length: dice.between(4, 9) }, (_, index) => ({
    actor: createActor(101 + index, dice),
    scenario: dice.pick(scenarioNames),
  }));
  const simulatedEvents = separateTimes([
    ...users.flatMap(({ actor, scenario }) => runScenario(scenario, stage, actor, zoneCase)),
    ...users.flatMap(({ actor }) => (dice.chance(0.25) ? [createListEntry(actor, zoneCase, dice)] : [])),
  ]);
  return {
    seed,
    zoneCase,
    rules: drawRules(dice),
    sessionGapMinutes: dice.pick([30, 30, 5, 90]),
    callbackMaxLength: dice.pick([64, 64, 3]),
    targets: drawTargets(dice),
    users,
    simulatedEvents,
    requests: buildRequests(
      simulatedEvents,
      drawVisits(stage, zoneCase, { seed, users: users.map(({ actor }) => actor.id) }),
      zoneCase,
      dice,
    ),
    halfway: midnight(zoneCase, dice.between(0, 2)) + dice.between(1, 86_000_000),
  };
}

/** No two in one millisecond: where one user's launches do, the law leaves their order open. */
function separateTimes(simulatedEvents: readonly SimulatedEvent[]): SimulatedEvent[] {
  const usedTimes = new Set<number>();
  return simulatedEvents.map((simulatedEvent) => {
    let { at } = simulatedEvent;
    while (usedTimes.has(at)) at += 1;
    usedTimes.add(at);
    return { ...simulatedEvent, at };
  });
}

function createListEntry(actor: Actor, zoneCase: ZoneCase, dice: Dice): SimulatedEvent {
  const timestamp = midnight(zoneCase, dice.between(-9, 3)) + dice.pick([0, -1_000, 3_600_000]);
  const texts = (moment: number) => {
    const text = new Date(moment).toISOString();
    return dice.pick([text, text.slice(0, 10), text.slice(0, 19).replace('T', ' '), '']);
  };
  const hasLeft = dice.chance(0.4);
  return {
    at: timestamp,
    what: 'listed',
    from: actor,
    source: dice.pick(['', 'source-ads', 'catalog']),
    dateAdded: texts(timestamp),
    hasLeft,
    dateLeft: hasLeft && dice.chance(0.5) ? new Date(timestamp + 86_400_000).toISOString() : '',
  };
}
