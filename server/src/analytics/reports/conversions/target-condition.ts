import type { Parameter } from '../../../events/store/event-store.ts';
import type { CountedTarget, ReportContext } from '../report.ts';

/** SQL that finds the events which convert for some of the targets. */
export interface TargetRule {
  /** Condition on content, which copies share: it may stand before FINAL. It may let more through than `ids` then names. */
  content: string;
  /** `Array(UInt64)`: the targets, of those that the rule is about, for which a row is a conversion. */
  ids: string;
  params: Readonly<Record<string, Parameter>>;
  /** It may match events that are not a contact with the bot; all other conditions match contacts only. */
  findsStrangers: boolean;
}

/** `text` holds texts up to this length, in UTF-16 units; longer ones are in `long_text`. */
const shortText = 64;

/** Typed by a user: a correction (an edited message) is not typed again. */
const isTyped = "is_action AND type IN ('text', 'command')";

/**
 * One rule for all targets that want a column to equal something, however many there are, and one for each of the
 * others. Every target is also converted by what is sent for it to `/v1/send-target`.
 */
export function targetRules(
  targets: readonly CountedTarget[],
  { hiddenCommands }: Pick<ReportContext, 'hiddenCommands'>,
): TargetRule[] {
  const pairs = (pick: (target: CountedTarget) => string | null): Pair[] =>
    targets.flatMap((target) => {
      const value = pick(target);
      return value === null ? [] : [{ id: target.id, value }];
    });
  return [
    equality(
      'reported',
      "kind = 'conversion'",
      'name',
      pairs(({ id }) => String(id)),
    ),
    equality('command', "is_action AND type = 'command'", 'name', pairs(commandOf)),
    equality(
      'hidden',
      "is_action AND type = 'text' AND chat_type = 'private'",
      'text',
      pairs((target) => keepIf(hiddenOf(target), (text) => hiddenCommands.includes(text))),
    ),
    equality('button', "is_action AND type = 'button'", 'name', pairs(buttonOf)),
    equality(
      'short',
      isTyped,
      'text',
      pairs((target) => keepIf(exactText(target), isShort)),
    ),
    equality(
      'long',
      isTyped,
      'long_text',
      pairs((target) => keepIf(exactText(target), (text) => !isShort(text))),
    ),
    equality('payload', "is_start AND start_payload != ''", 'start_payload', pairs(payloadOf)),
    equality(
      'event',
      "direction = 'in'",
      'kind',
      pairs(({ trigger }) => (trigger.kind === 'event' ? trigger.event : null)),
    ),
    equality(
      'hit',
      "kind = 'hit'",
      'name',
      pairs(({ trigger }) => (trigger.kind === 'webapp' ? trigger.name : null)),
    ),
    equality(
      'site',
      "kind = 'site_event'",
      'name',
      pairs(({ trigger }) => (trigger.kind === 'site_event' ? trigger.name : null)),
    ),
    ...targets.map(ownRule),
  ].filter((rule) => rule !== null);
}

interface Pair {
  id: number;
  value: string;
}

function equality(name: string, guard: string, column: string, pairs: readonly Pair[]): TargetRule | null {
  if (pairs.length === 0) return null;
  const values = `{target_${name}:Array(String)}`;
  return {
    content: `${guard} AND ${column} IN ${values}`,
    ids: `if(${guard}, arrayFilter((target, value) -> value = ${column}, {target_${name}_ids:Array(UInt64)}, ${values}), [])`,
    findsStrangers: ['reported', 'event', 'site'].includes(name),
    params: { [`target_${name}`]: pairs.map(({ value }) => value), [`target_${name}_ids`]: pairs.map(({ id }) => id) },
  };
}

/** Rule of a target whose words must be searched for; null where they can be looked up in a list. */
function ownRule(target: CountedTarget, index: number): TargetRule | null {
  const { trigger, id } = target;
  const prefix = `target_${index}`;
  const rule = (content: string, ids: string, params: Record<string, Parameter>): TargetRule => ({
    content,
    ids: `if(${ids}, [{${prefix}_id:UInt64}], [])`,
    findsStrangers: false,
    params: { ...params, [`${prefix}_id`]: id },
  });
  switch (trigger.kind) {
    case 'button': {
      if (trigger.match === 'exact') return null;
      const begins = `is_action AND type = 'button' AND startsWith(name, {${prefix}:String})`;
      return rule(begins, begins, { [prefix]: trigger.data });
    }
    case 'text': {
      if (trigger.match === 'exact') return null;
      const find = trigger.match === 'contains' ? contains : matches;
      const condition = `${isTyped} AND (${find('text', `{${prefix}:String}`)} OR ${find('long_text', `{${prefix}:String}`)})`;
      return rule(condition, condition, { [prefix]: trigger.text });
    }
    case 'start':
      return trigger.payload === '' ? rule('is_start', 'is_start', {}) : null;
    case 'start_param': {
      // After FINAL: new start rules correct `params` in a newer copy.
      const { param, value } = trigger;
      const matchesValue = value === '' ? '' : ` AND params[{${prefix}:String}] = {${prefix}_value:String}`;
      return rule(
        "is_start AND start_payload != ''",
        `is_start AND mapContains(params, {${prefix}:String})${matchesValue}`,
        {
          [prefix]: param,
          ...(value === '' ? {} : { [`${prefix}_value`]: value }),
        },
      );
    }
    default:
      return null;
  }
}

/** A search for a word ignores case; an expression can state whether case matters. */
const contains = (column: string, words: string): string => `positionCaseInsensitiveUTF8(${column}, ${words}) > 0`;
const matches = (column: string, pattern: string): string => `${column} != '' AND match(${column}, ${pattern})`;

const isShort = (text: string): boolean => text.length <= shortText;

const keepIf = (value: string | null, keeps: (value: string) => boolean): string | null =>
  value !== null && keeps(value) ? value : null;

/** As events are named: with its slash, in lower case, without arguments and `@bot`. */
function commandOf({ trigger }: CountedTarget): string | null {
  if (trigger.kind !== 'command' || !trigger.name.startsWith('/')) return null;
  const [word = ''] = trigger.name.split(/[\s@]/, 1);
  return word.toLowerCase();
}

const hiddenOf = ({ trigger }: CountedTarget): string | null => (trigger.kind === 'command' ? trigger.name : null);

const exactText = ({ trigger }: CountedTarget): string | null =>
  trigger.kind === 'text' && trigger.match === 'exact' ? trigger.text : null;

const buttonOf = ({ trigger }: CountedTarget): string | null =>
  trigger.kind === 'button' && trigger.match === 'exact' ? trigger.data : null;

const payloadOf = ({ trigger }: CountedTarget): string | null =>
  trigger.kind === 'start' && trigger.payload !== '' ? trigger.payload : null;
