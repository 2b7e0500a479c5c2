import { type BaseUserColumn, type BotUser, isFieldColumn, isSortable, type UserColumn } from '@botscope/contract';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { nameValue } from '../../../../analytics/labels/name-value.ts';
import { fullName } from '../../../../analytics/users/users-query.ts';
import type { Formats } from '../../../../platform/i18n/formats.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import { Badge } from '../../../../ui/badge.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { Dim, Under } from '../../../../ui/words.tsx';
import { UserLink } from '../../public/user-link.tsx';
import type { FieldColumn } from './field-columns.ts';

export interface ColumnContext {
  t: TFunction;
  locale: string;
  format: Formats;
  now: number;
  fields: readonly FieldColumn[];
}

/** The heading of a column. */
export function columnName({ t, fields }: Pick<ColumnContext, 't' | 'fields'>, column: UserColumn): string {
  if (!isFieldColumn(column)) return t(`Users.columns.${column}`);
  return fields.find((field) => field.column === column)?.name ?? column.slice('field.'.length);
}

/** The table's columns: the name first, then the chosen ones in their order. */
export function userColumns(columns: readonly UserColumn[], context: ColumnContext): DataColumn<BotUser>[] {
  const { t } = context;
  const name: DataColumn<BotUser> = {
    id: 'first_name',
    name: t('Users.columns.first_name'),
    isRowName: true,
    cell: (user) => (
      <>
        <UserLink id={user.user_id}>{fullName(user) || t('Users.noName')}</UserLink>
        {!columns.includes('username') && <Under>{user.username ? `@${user.username}` : user.user_id}</Under>}
      </>
    ),
  };
  return [
    name,
    ...columns.map((column): DataColumn<BotUser> => {
      const cell = isFieldColumn(column) ? fieldCell(column.slice('field.'.length)) : ownCells(context)[column];
      return {
        id: column,
        name: columnName(context, column),
        canSort: isSortable(column),
        isUnbroken: unbroken.has(column),
        ...(numbers.has(column) && { align: 'end' as const }),
        cell,
      };
    }),
  ];
}

const unbroken: ReadonlySet<UserColumn> = new Set(['first_seen', 'last_seen', 'status', 'chat', 'user_id']);
const numbers: ReadonlySet<UserColumn> = new Set(['actions', 'sessions', 'income']);

type Cell = (user: BotUser) => ReactNode;

const noValue = <Dim>—</Dim>;
const fieldCell =
  (key: string): Cell =>
  ({ fields }) =>
    fields?.[key] || noValue;

function ownCells({ t, locale, format, now }: ColumnContext): Record<BaseUserColumn, Cell> {
  const unknownValue = <Dim>{t('Users.unknown')}</Dim>;
  const time =
    (part: 'first_seen' | 'last_seen'): Cell =>
    (user) => (
      <time dateTime={user[part]} title={format.moment(user[part])}>
        {format.date(user[part])}
        <Under>{format.ago(user[part], now)}</Under>
      </time>
    );
  const source =
    (part: 'source' | 'source_last' | 'source_significant'): Cell =>
    (user) =>
      user[part] || <Dim>{t('Reports.direct')}</Dim>;
  return {
    user_id: ({ user_id }) => user_id,
    first_name: ({ first_name }) => first_name || noValue,
    last_name: ({ last_name }) => last_name || noValue,
    username: ({ username }) => (username ? `@${username}` : noValue),
    status: ({ status = 'live' }) => (
      <Badge tone={status === 'live' ? 'good' : 'plain'}>{t(`Users.status.${status}`)}</Badge>
    ),
    chat: ({ chat = 'never_opened' }) => (
      <Badge tone={chat === 'open' ? 'good' : 'plain'}>{t(`Users.rules.values.${chat}`)}</Badge>
    ),
    first_seen: time('first_seen'),
    last_seen: time('last_seen'),
    source: source('source'),
    source_last: source('source_last'),
    source_significant: source('source_significant'),
    language: ({ language }) => (language ? nameValue('language', language, t, locale) : unknownValue),
    premium: ({ premium }) => (premium ? <Badge tone="accent">{t('Reports.usersBehind.premium')}</Badge> : noValue),
    gender: ({ gender = 'unknown' }) => (gender === 'unknown' ? unknownValue : t(`Reports.values.${gender}`)),
    country: ({ country }) => (country ? nameValue('country', country, t, locale) : unknownValue),
    city: ({ city }) => city || unknownValue,
    geo: ({ geo }) => (geo ? `${geo.latitude.toFixed(4)}, ${geo.longitude.toFixed(4)}` : noValue),
    actions: ({ actions = 0 }) => format.number(actions),
    sessions: ({ sessions = 0 }) => format.number(sessions),
    income: ({ income = [] }) =>
      income.length === 0
        ? noValue
        : income.map(({ amount, currency }) => <div key={currency}>{formatMoney(amount, currency, locale)}</div>),
  };
}
