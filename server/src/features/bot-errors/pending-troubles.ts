import type { BotErrorKind, BotErrorReason } from '@botscope/contract';
import { redactTokens } from '../../telegram/redact.ts';

/** Something that went wrong with a bot's traffic. */
export interface BotTrouble {
  /** Public key of the bot. */
  bot: string;
  kind: BotErrorKind;
  /** HTTP status or Telegram's error code; 0 = no answer in time. */
  code: number;
  /** Bot API method, if a call is concerned. */
  method?: string;
  reason: BotErrorReason;
  /** The piece itself, or what the other side said; cut to 2,000 characters, bot tokens blotted out. */
  text: string;
  /** How many times it happened; 1 unless said. */
  count?: number;
}

/** The same trouble of one bot, gathered. */
export interface TroubleGroup extends Required<BotTrouble> {
  /** Unix ms. */
  firstAt: number;
  lastAt: number;
}

const TEXT_LENGTH = 2_000;
const METHOD_LENGTH = 64;
/** One that is cut in two would not be recognised any more. */
const LONGEST_TOKEN = 64;
/** At 2,000 characters each, some 10 MB: what a day without the store may hold, for bots whose troubles are of few sorts. */
const MOST_GROUPS = 5_000;

/** Troubles on their way to the store. The same trouble again only counts up, so an outage holds no more than its sorts. */
export function createPendingTroubles(mostGroups = MOST_GROUPS) {
  let groups = new Map<string, TroubleGroup>();
  let dropped = 0;

  const merge = (group: TroubleGroup): void => {
    const key = [group.bot, group.kind, group.code, group.method, group.reason].join('\n');
    const known = groups.get(key);
    if (known === undefined && groups.size >= mostGroups) {
      dropped += group.count;
      return;
    }
    const isNewer = known === undefined || group.lastAt >= known.lastAt;
    groups.set(key, {
      ...(isNewer ? group : known),
      count: group.count + (known?.count ?? 0),
      firstAt: Math.min(group.firstAt, known?.firstAt ?? group.firstAt),
    });
  };

  return {
    add(trouble: BotTrouble, at: number): void {
      merge({
        ...trouble,
        method: storable(trouble.method ?? '', METHOD_LENGTH),
        text: storable(redactTokens(trouble.text.slice(0, TEXT_LENGTH + LONGEST_TOKEN)), TEXT_LENGTH),
        count: trouble.count ?? 1,
        firstAt: at,
        lastAt: at,
      });
    },
    /** Puts back what could not be written. */
    giveBack(taken: readonly TroubleGroup[]): void {
      for (const group of taken) merge(group);
    },
    /** Everything gathered, which is then no longer pending, and the number that found no room since the last time. */
    take(): { groups: TroubleGroup[]; dropped: number } {
      const taken = { groups: [...groups.values()], dropped };
      groups = new Map();
      dropped = 0;
      return taken;
    },
    forget(bot: string): void {
      for (const [key, group] of groups) if (group.bot === bot) groups.delete(key);
    },
    isEmpty: () => groups.size === 0,
  };
}

/** PostgreSQL's texts hold neither zero characters nor half surrogate pairs. */
function storable(text: string, length: number): string {
  return text.slice(0, length).replaceAll('\0', '\ufffd').toWellFormed();
}
