import type { BotSettings, Dimension } from '@botscope/contract';
import type { Parameter, Rollup } from '../../events/store/event-store.ts';
import type { Attribution } from './attribution.sql.ts';
import { type CommandRules, commandSql } from './command-sql.ts';
import { genderSql } from './gender.sql.ts';

/**
 * Country of a row of `users FINAL`: the region of the newest language tag, `pt-br` → `BR`; '' where the tag names none.
 * A script (`zh-hans`) and a part of the world (`es-419`) are no countries.
 */
export const countrySql = "upper(extract(tupleElement(users.last_profile, 'language'), '[-_]([A-Za-z]{2})$'))";

/** By which rules of the bot and choices of the page the values of dimensions are read. */
export interface AttributionSettings extends CommandRules {
  /** Model that chooses the launch which gives a user their source and parameters. */
  model: BotSettings['source_determination'];
  /** The launch parameter whose value is the column `source`. */
  sourceParameter: string;
  /** Roll-up that may be read in place of events; none unless given. */
  rollup?: Rollup | undefined;
}

/** A stretch of time in SQL: expressions of moments, the end exclusive. */
export interface StretchSql {
  start: string;
  end: string;
}

/** SQL of a dimension's values. Two dimensions of one statement need different names of `params`: see `prefix`. */
export type ValueSql = {
  params: Record<string, Parameter>;
} & (
  | {
      /** `user`: an expression on a row of `users`. `action`: one on a row of `events`. */
      of: 'user' | 'action';
      value: string;
      /** Condition that selects the actions which have a value at all. */
      isOne?: string;
    }
  | {
      /** The value of the launch that a user is attributed to at the end of the stretch. */
      of: 'launches';
      attribution: Attribution;
    }
);

/** Returns the SQL of a dimension's values; `prefix` begins the names of its own parameters. */
export function valueSql(
  dimension: Dimension,
  reading: AttributionSettings,
  { start, end }: StretchSql,
  prefix: string,
): ValueSql {
  switch (dimension) {
    case 'language':
      return ofUser("tupleElement(users.last_profile, 'language')");
    case 'premium':
      return ofUser("if(tupleElement(users.last_profile, 'is_premium'), 'yes', 'no')");
    case 'gender':
      return ofUser(genderSql);
    case 'country':
      return ofUser(countrySql);
    case 'audience':
      return ofUser(`multiIf(users.first_time < ${start}, 'returning', users.first_time < ${end}, 'new', 'not yet')`);
    case 'chat_type':
      return { of: 'action', value: 'events.chat_type', params: {} };
    case 'command': {
      const { isOne, name, params } = commandSql(reading);
      return { of: 'action', value: name === 'name' ? 'events.name' : name, isOne, params };
    }
    case 'source':
      return ofLaunches('source', {});
    case 'segment':
      throw new Error('The users of a segment are selected by its rules: they have no value');
    default: {
      const parameter = dimension.slice('param.'.length);
      return parameter === reading.sourceParameter
        ? ofLaunches('source', {})
        : ofLaunches(`params[{${prefix}_parameter:String}]`, { [`${prefix}_parameter`]: parameter });
    }
  }

  function ofLaunches(value: string, params: Record<string, Parameter>): ValueSql {
    const attribution: Attribution = { model: reading.model, value, until: end, rollup: reading.rollup };
    return { of: 'launches', attribution, params };
  }
}

const ofUser = (value: string): ValueSql => ({ of: 'user', value, params: {} });
