import { type AuditRecord, auditActions, operatorActor, type ReportType, reportTypes, roles } from '@botscope/contract';
import type { TFunction } from 'i18next';

/** Describes an action as a sentence; codes of a newer server are described in general terms. */
export const actionWords = (t: TFunction, action: string): string =>
  t(`Audit.actions.${auditActions.find((code) => code === action) ?? 'other'}`);

/** Names the actor. */
export const actorWords = (t: TFunction, actor: string): string =>
  actor === operatorActor ? t('Audit.operator') : actor || t('Audit.product');

/** Describes one detail; null for a value that it does not know. */
type Describe = (t: TFunction, value: unknown) => string | null;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const list = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
/** `words[value]` under a part of the dictionary, if the value is one of them. */
const describeWord =
  <Word extends string>(words: readonly Word[], describe: (t: TFunction, word: Word) => string): Describe =>
  (t, value) => {
    const match = words.find((word) => word === value);
    return match === undefined ? null : describe(t, match);
  };

const reportName = describeWord(Object.keys(reportTypes) as ReportType[], (t, type) => t(`Reports.titles.${type}`));
const roleName = describeWord(roles, (t, role) => t(`Audit.roles.${role}`));
const fieldName = describeWord(
  [
    'session_gap_minutes',
    'callback_max_length',
    'retention_days',
    'error_days',
    'source_determination',
    'hidden_commands',
    'start_rules',
    'locale',
    'time_zone',
    'currency',
    'report_currency',
    'notifications',
  ],
  (t, field) => t(`Audit.fields.${field}`),
);
const wayName = describeWord(['password', 'activation', 'telegram', 'passkey', 'second_factor'], (t, way) =>
  t(`Audit.ways.${way}`),
);
const names = (t: TFunction, value: unknown, describe: Describe): string[] =>
  list(value)
    .map((one) => describe(t, one))
    .filter((name) => name !== null);

/** A role, rights and reports; also what someone had before. */
const describeGrant: Describe = (t, value) => {
  if (typeof value !== 'object' || value === null) return text(value);
  const { role, keys, reports } = value as Record<string, unknown>;
  const parts = [roleName(t, role), detailDescribers.keys(t, keys), detailDescribers.reports(t, reports)];
  return parts.filter((part) => part !== null).join(', ') || t('Audit.nothing');
};

/** In the order in which they are shown. */
const detailDescribers = {
  name: (_t, value) => text(value),
  title: (_t, value) => text(value),
  email: (_t, value) => text(value),
  telegram_name: (_t, value) => text(value),
  device: (_t, value) => text(value),
  to: (t, value) => (text(value) === null ? null : t('Audit.detail.to', { value: text(value) })),
  by: (t, value) => (text(value) === null ? null : t('Audit.detail.by', { value: text(value) })),
  role: roleName,
  keys: (t, value) => (list(value).length === 0 ? null : t('Audit.detail.keys', { count: list(value).length })),
  reports: (t, value) => {
    const reportNames = names(t, value, reportName);
    return reportNames.length === 0
      ? null
      : t('Audit.detail.reports', { count: reportNames.length, list: reportNames.join(', ') });
  },
  from: (t, value) =>
    describeGrant(t, value) === null ? null : t('Audit.detail.from', { value: describeGrant(t, value) }),
  now: (t, value) =>
    describeGrant(t, value) === null ? null : t('Audit.detail.now', { value: describeGrant(t, value) }),
  stays: (t, value) => (roleName(t, value) === null ? null : t('Audit.detail.stays', { value: roleName(t, value) })),
  field: fieldName,
  fields: (t, value) => names(t, value, fieldName).join(', ') || null,
  what: describeWord(
    [
      ...(['incoming', 'outgoing', 'report_users', 'conversions', 'rejected_rows', 'audit', 'texts'] as const),
      ...(['commands', 'menu_button', 'users', 'user', 'campaign_recipients'] as const),
    ],
    (t, subject) => t(`Audit.whats.${subject}`),
  ),
  type: describeWord(['auto', 'manual', 'api', 'proxy', 'off'], (t, type) => t(`Audit.types.${type}`)),
  report: reportName,
  state: describeWord(['Disabled', 'Term', 'Stable'], (t, state) => t(`Audit.states.${state}`)),
  day: (_t, value) => text(value),
  uses: (t, value) => {
    if (value === 0) return t('Audit.detail.noLimit');
    return typeof value === 'number' ? t('Audit.detail.uses', { count: value }) : null;
  },
  action: describeWord(['set_field', 'erase', 'anonymise', 'undo'], (t, action) => t(`Audit.jobs.${action}`)),
  mode: describeWord(['erase', 'anonymise'], (t, mode) => t(`Audit.jobs.${mode}`)),
  users: (t, value) => (typeof value === 'number' ? t('Audit.detail.users', { count: value }) : null),
  done: (t, value) => (typeof value === 'number' ? t('Audit.detail.done', { count: value }) : null),
  failed: (t, value) => (typeof value === 'number' && value > 0 ? t('Audit.detail.failed', { count: value }) : null),
  values: (t, value) => (typeof value === 'number' ? t('Audit.detail.values', { count: value }) : null),
  days: (t, value) => (typeof value === 'number' ? t('Audit.detail.days', { count: value }) : null),
  password: (t, value) => (value === true ? t('Audit.detail.password') : null),
  embeddable: (t, value) => (value === true ? t('Audit.detail.embeddable') : null),
  way: wayName,
  how: wayName,
  bots: (_t, value) => list(value).join(', ') || null,
  user_id: (_t, value) => (typeof value === 'number' || text(value) !== null ? `ID ${value}` : null),
} as const satisfies Record<string, Describe>;

/** Describes the further details of an entry; a detail without words is left out. */
export const detailWords = (t: TFunction, detail: AuditRecord['detail']): string[] =>
  (Object.keys(detailDescribers) as (keyof typeof detailDescribers)[])
    .map((name) => (detailDescribers[name] as Describe)(t, detail[name]))
    .filter((text) => text !== null);
