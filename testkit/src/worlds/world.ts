import type { TargetDraft } from '@botscope/contract';
import type { PayloadRules } from '../oracle/facts/payload.ts';
import { type Actor, createActor, type Happening, type Stage } from './actor.ts';
import { createDice, type Dice } from './dice.ts';
import { midnight, type Place, places } from './places.ts';
import type { Request } from './requests.ts';
import { requestsOf } from './schedule.ts';
import { drawRules, drawTargets } from './settings.ts';
import { storyNames, tellStory } from './stories.ts';

/** A bot's life: what some people did around an odd day, how it was sent, and what the owner set. */
export interface World {
  seed: number;
  place: Place;
  rules: PayloadRules;
  sessionGapMinutes: number;
  callbackMaxLength: number;
  /** Besides the two that every bot has. */
  targets: readonly TargetDraft[];
  people: readonly { actor: Actor; story: string }[];
  happenings: readonly Happening[];
  requests: readonly Request[];
  /** In the middle of it all, when what was received until then is asked about (Unix ms). */
  halfway: number;
}

/** The same seed makes the same world. */
export function makeWorld(seed: number): World {
  const dice = createDice(seed);
  const place = dice.pick(places);
  let numbers = 0;
  const stage: Stage = {
    dice,
    number() {
      numbers += 1;
      return numbers;
    },
    group: { id: -1_001_000_000_007, type: dice.pick(['supergroup', 'group']), title: 'Friends' },
  };
  const people = Array.from({ length: dice.between(4, 9) }, (_, index) => ({
    actor: createActor(101 + index, dice),
    story: dice.pick(storyNames),
  }));
  const happenings = apart([
    ...people.flatMap(({ actor, story }) => tellStory(story, stage, actor, place)),
    ...people.flatMap(({ actor }) => (dice.chance(0.25) ? [listed(actor, place, dice)] : [])),
  ]);
  return {
    seed,
    place,
    rules: drawRules(dice),
    sessionGapMinutes: dice.pick([30, 30, 5, 90]),
    callbackMaxLength: dice.pick([64, 64, 3]),
    targets: drawTargets(dice),
    people,
    happenings,
    requests: requestsOf(happenings, place, dice),
    halfway: midnight(place, dice.between(0, 2)) + dice.between(1, 86_000_000),
  };
}

/** No two in one millisecond: where one person's launches do, the law leaves their order open. */
function apart(happenings: readonly Happening[]): Happening[] {
  const taken = new Set<number>();
  return happenings.map((happening) => {
    let { at } = happening;
    while (taken.has(at)) at += 1;
    taken.add(at);
    return { ...happening, at };
  });
}

function listed(actor: Actor, place: Place, dice: Dice): Happening {
  const at = midnight(place, dice.between(-9, 3)) + dice.pick([0, -1_000, 3_600_000]);
  const texts = (moment: number) => {
    const text = new Date(moment).toISOString();
    return dice.pick([text, text.slice(0, 10), text.slice(0, 19).replace('T', ' '), '']);
  };
  const hasLeft = dice.chance(0.4);
  return {
    at,
    what: 'listed',
    from: actor,
    source: dice.pick(['', 'source-ads', 'catalog']),
    dateAdded: texts(at),
    hasLeft,
    dateLeft: hasLeft && dice.chance(0.5) ? new Date(at + 86_400_000).toISOString() : '',
  };
}
