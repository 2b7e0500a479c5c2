import type { EventMatch, Trigger } from '@botscope/contract';
import type { Bindings } from './segment-context.ts';

/** SQL that finds the events of a condition among rows of `events`. */
export interface EventCondition {
  /** On content, which copies share, so it may stand before FINAL; it may let more through than `exact`. */
  content: string;
  /** On the copy that counts. */
  exact: string;
}

type EventKindMatch = Exclude<EventMatch, { kind: 'payment' | 'target' | 'campaign' | 'campaign_button' | 'blocked' }>;

/** `text` has texts up to this length, in UTF-16 units; longer ones are in `long_text`. */
const shortText = 64;
const isTyped = "is_action AND type IN ('text', 'command')";

/** Compiles what happened into a condition on rows of `events`. */
export function eventCondition(
  match: EventKindMatch,
  bindings: Bindings,
  hiddenCommands: readonly string[],
): EventCondition {
  const text = (value: string): string => bindings.bind(value, 'String');
  switch (match.kind) {
    case 'action':
      return toEventCondition(
        match.types.length === 0
          ? 'is_action'
          : `is_action AND events.type IN ${bindings.bind([...match.types], 'Array(String)')}`,
      );
    case 'command':
      return toEventCondition(commandIs(match.name, text, hiddenCommands));
    case 'button':
      return toEventCondition(
        match.match === 'exact'
          ? `is_action AND type = 'button' AND name = ${text(match.data)}`
          : `is_action AND type = 'button' AND startsWith(name, ${text(match.data)})`,
      );
    case 'text':
      return toEventCondition(textIs(match, text(match.text)));
    case 'start':
      return toEventCondition(
        match.payload === '' ? 'is_start' : `is_start AND start_payload = ${text(match.payload)}`,
      );
    case 'start_param': {
      // New start rules correct `params` in a newer copy.
      const hasParam = `is_start AND mapContains(params, ${text(match.param)})`;
      const exact =
        match.value === '' ? hasParam : `${hasParam} AND params[${text(match.param)}] = ${text(match.value)}`;
      return { content: "is_start AND start_payload != ''", exact };
    }
    case 'webapp':
      return toEventCondition(`kind = 'hit' AND name = ${text(match.name)}`);
    case 'site_event':
      return toEventCondition(`kind = 'site_event' AND name = ${text(match.name)}`);
    case 'update':
      return toEventCondition(`direction = 'in' AND kind = ${text(match.update)}`);
    case 'received':
      return toEventCondition(
        "kind = 'call' AND code = 0 AND chat_type = 'private' AND match(name, '^(send[A-Z]|copyMessage|forwardMessage)')",
      );
    case 'campaign_link': {
      const clicked = "kind = 'link_click'";
      return toEventCondition(
        match.campaign_id === 0 ? clicked : `${clicked} AND name = ${text(String(match.campaign_id))}`,
      );
    }
    case 'unblocked':
      return toEventCondition("membership = 'unblocked'");
  }
}

/** Everything that converts for a target: its trigger, and what is sent for it to `/v1/send-target`. */
export function targetCondition(
  { id, trigger }: { id: number; trigger: Trigger },
  bindings: Bindings,
  hiddenCommands: readonly string[],
): EventCondition {
  const reported = `kind = 'conversion' AND name = ${bindings.bind(String(id), 'String')}`;
  const match = toEventMatch(trigger);
  if (match === null) return toEventCondition(reported);
  const { content, exact } = eventCondition(match, bindings, hiddenCommands);
  return { content: `(${content}) OR ${reported}`, exact: `(${exact}) OR ${reported}` };
}

function toEventMatch(trigger: Trigger): EventKindMatch | null {
  switch (trigger.kind) {
    case 'api':
    case 'purchase':
      return null;
    case 'event':
      return { kind: 'update', update: trigger.event };
    default:
      return trigger;
  }
}

const toEventCondition = (condition: string): EventCondition => ({ content: condition, exact: condition });

/** As events are named: with its slash, in lower case, without arguments and `@bot`; or an approved hidden command. */
function commandIs(name: string, text: (value: string) => string, hiddenCommands: readonly string[]): string {
  if (name.startsWith('/')) {
    const [word = ''] = name.split(/[\s@]/, 1);
    return `is_action AND type = 'command' AND name = ${text(word.toLowerCase())}`;
  }
  if (!hiddenCommands.includes(name)) return 'false';
  return `is_action AND type = 'text' AND chat_type = 'private' AND text = ${text(name)}`;
}

function textIs({ text, match }: Extract<EventMatch, { kind: 'text' }>, words: string): string {
  if (match === 'exact') return `${isTyped} AND ${text.length <= shortText ? 'text' : 'long_text'} = ${words}`;
  const find = (column: string): string =>
    match === 'contains'
      ? `positionCaseInsensitiveUTF8(${column}, ${words}) > 0`
      : `${column} != '' AND match(${column}, ${words})`;
  return `${isTyped} AND (${find('text')} OR ${find('long_text')})`;
}
