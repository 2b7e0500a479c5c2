import { type CampaignVariants, type TemplateVariable, type VariantName, variantNames } from '@botscope/contract';
import type { Sources } from '../../../analytics/query/scope.ts';
import {
  createBindings,
  type FieldType,
  type SegmentLookup,
} from '../../../analytics/query/segments/segment-context.ts';
import type { Parameter } from '../../../events/store/event-store.ts';
import type { Measure, ValueCheck } from './value-checks.ts';

const fieldPrefix = 'field.';

/** The row of a statement: of each check how many users it concerns, and the first ids that were found. */
export interface ValueRow {
  counts: number[];
  ids: number[][];
}

/**
 * One pass over the users of an audience. Of each check at most `maxIds` ids, in no order.
 * `where` of `write` selects the users; the parameters begin with `check_`.
 */
export function valueChecksSql(
  checks: readonly ValueCheck[],
  { variants, fields, maxIds }: { variants: CampaignVariants; fields: SegmentLookup['fields']; maxIds: number },
): { write: (from: Sources, where: string) => string; params: Record<string, Parameter> } {
  const { bind, params } = createBindings('check');
  const variables = [...new Set(checks.flatMap(variablesOfCheck))];
  const names = new Map(variables.map((variable, index) => [variable, `value_${index}`]));
  const keys = variables.filter(isField).map((name) => name.slice(fieldPrefix.length));
  const columnOf = (variable: TemplateVariable): string => names.get(variable) ?? "''";
  const languages = new Map<string, string>();
  const ofVersion = (variant: VariantName): string => {
    const cachedSql = languages.get(variant);
    if (cachedSql !== undefined) return cachedSql;
    const sql = languageSql(listLanguages(variants, variant), bind);
    languages.set(variant, sql);
    return sql;
  };
  const conditions = checks.map((check) => {
    const { variant, language } = check.version;
    const isOfVersion = `${ofVersion(variant)} = ${bind(language, 'String')}`;
    const violationSql =
      check.is === 'empty'
        ? `${columnOf(check.variable)} = ''`
        : `${check.fixed}${check.occurrences
            .map(({ variable, fallbackLength, measure }) => {
              const value = columnOf(variable);
              return ` + if(${value} = '', ${fallbackLength}, ${measures[measure](value)})`;
            })
            .join('')} > ${check.most}`;
    return `${isOfVersion} AND ${violationSql}`;
  });
  const profileVariables = variables.filter((variable) => !isField(variable));
  const profile = [...new Set<TemplateVariable>([...profileVariables, 'language'])].map((variable) =>
    variable === 'user_id' ? '' : `,\n    tupleElement(users.last_profile, '${variable}') AS profile_${variable}`,
  );
  const values = variables.map((variable) => {
    if (isField(variable)) return `own.${names.get(variable)} AS ${names.get(variable)}`;
    return `${variable === 'user_id' ? 'toString(users.user_id)' : `users.profile_${variable}`} AS ${names.get(variable)}`;
  });
  const ownFields =
    keys.length === 0
      ? ''
      : `
  LEFT JOIN (
    SELECT user_id, ${keys
      .map((key) => `anyIf(text, key = ${bind(key, 'String')}) AS ${names.get(`${fieldPrefix}${key}`)}`)
      .join(', ')}
    FROM (
      SELECT user_id, key, ${fieldTextSql(keys, fields, bind)} AS text
      FROM field_values FINAL
      WHERE bot = {bot:String} AND key IN ${bind(keys, 'Array(String)')} AND is_set
    )
    GROUP BY user_id
  ) AS own ON own.user_id = users.user_id`;
  const columns = [
    'users.user_id AS user_id',
    "replaceOne(lower(users.profile_language), '_', '-') AS code",
    ...values,
  ];
  const write = (from: Sources, userCondition: string): string => `
SELECT
  [${conditions.map((condition) => `countIf(${condition})`).join(',\n    ')}] AS counts,
  [${conditions.map((condition) => `groupArrayIf(${maxIds})(user_id, ${condition})`).join(',\n    ')}] AS ids
FROM (
  SELECT ${columns.join(', ')}
  FROM (
    SELECT user_id${profile.join('')}
    FROM ${from.allUsers} AND ${userCondition}
  ) AS users${ownFields}
)`;
  return { write, params };
}

type Bind = ReturnType<typeof createBindings>['bind'];

export const variablesOfCheck = (check: ValueCheck): TemplateVariable[] =>
  check.is === 'empty' ? [check.variable] : check.occurrences.map(({ variable }) => variable);

const isField = (name: TemplateVariable): name is `field.${string}` => name.startsWith(fieldPrefix);

const listLanguages = ({ languages, others }: CampaignVariants, variant: VariantName): string[] => {
  const index = variantNames.indexOf(variant);
  const variantLanguages = index === 0 ? languages : (others[index - 1]?.languages ?? []);
  return variantLanguages.map(({ code }) => code);
};

/** Selects the language that a user gets among these, as `versionFor` decides. */
function languageSql(languages: readonly string[], bind: Bind): string {
  if (languages.length === 0) return "''";
  const codes = bind([...languages], 'Array(String)');
  const shortCode = "splitByChar('-', code)[1]";
  return `multiIf(has(${codes}, code), code, has(${codes}, ${shortCode}), ${shortCode}, '')`;
}

const measures: Readonly<Record<Measure, (value: string) => string>> = {
  'code points': (value) => `lengthUTF8(${value})`,
  bytes: (value) => `length(${value})`,
  // ClickHouse escapes `/`, JSON.stringify does not.
  'json bytes': (value) => `length(toJSONString(${value})) - 2 - countSubstrings(${value}, '/')`,
  // As encodeURIComponent does it: three bytes for all but these.
  'url bytes': (value) => `3 * length(${value}) - 2 * length(replaceRegexpAll(${value}, '[^A-Za-z0-9_.!~*''()-]', ''))`,
};

/** The texts that values of fields become in messages: as `fieldText` of recipient-values.ts. */
function fieldTextSql(keys: readonly string[], fields: SegmentLookup['fields'], bind: Bind): string {
  const cases = keys.flatMap((key) => {
    const text = textOfType(fields.get(key));
    return text === null ? [] : [`key = ${bind(key, 'String')}, ${text}`];
  });
  return cases.length === 0 ? "''" : `multiIf(${cases.join(', ')}, '')`;
}

/** Null: there is no such field. */
function textOfType(type: FieldType | undefined): string | null {
  switch (type) {
    case undefined:
      return null;
    case 'number':
      return 'toString(value_number)';
    case 'boolean':
      return "if(value_number = 0, 'no', 'yes')";
    case 'day':
      return "formatDateTime(value_time, '%F', 'UTC')";
    case 'date':
      return "formatDateTime(value_time, '%F %H:%i UTC', 'UTC')";
    case 'list':
      return "arrayStringConcat(value_list, ', ')";
    default:
      return 'value_text';
  }
}
