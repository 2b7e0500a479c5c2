import { mayRead, type Permissions } from './access.ts';
import type { TemplateVariable } from './campaign-template.ts';
import type { Dimension, dimensions } from './dimensions.ts';
import type { Filter } from './filters.ts';
import type { IntegrationEventType } from './integration-events.ts';
import type { IntegrationPrivacy } from './integrations.ts';
import type { PermissionKey } from './manifests.ts';
import { type ReportType, reportTypes, type Unit, type UtmMeasure } from './report-types.ts';
import { type EventMatch, listConditions, type SegmentCondition, type SegmentGroup } from './segment-rules.ts';
import type { Trigger } from './targets.ts';

/**
 * Counting or ordering users by a value shows the value. Every kind of condition, trigger, variable and file names the
 * permissions of what it reveals, besides those of the route; a new kind does not compile without its line. Columns of
 * the list of users name theirs in users.ts.
 */
type Keys = readonly PermissionKey[];

const nothing: Keys = [];
const fields: Keys = ['custom_fields.view'];
const income: Keys = ['report.sum_income'];
const conversions: Keys = ['report.conversions_summary'];
const recipients: Keys = ['tasker.task.view', 'tasker.users.list'];
/** A text is a part of the conversation: prefixes of a pattern reveal it letter by letter. */
const texts: Keys = ['section.users.chat.view'];

export const keysOfEvent: Readonly<Record<EventMatch['kind'], Keys>> = {
  action: nothing,
  command: nothing,
  button: nothing,
  text: texts,
  start: nothing,
  start_param: nothing,
  payment: income,
  target: ['convers.view'],
  webapp: nothing,
  site_event: nothing,
  update: nothing,
  received: nothing,
  campaign: recipients,
  campaign_button: recipients,
  campaign_link: recipients,
  blocked: nothing,
  unblocked: nothing,
};

/** Events add those of their kind, and of sums. A saved segment reveals who is in it, and nothing else. */
export const keysOfCondition: Readonly<Record<SegmentCondition['kind'], Keys>> = {
  property: nothing,
  seen: nothing,
  source: nothing,
  field: fields,
  event: nothing,
  segment: nothing,
  share: nothing,
};

export const keysOfTrigger: Readonly<Record<Trigger['kind'], Keys>> = {
  command: nothing,
  button: nothing,
  text: texts,
  start: nothing,
  start_param: nothing,
  event: nothing,
  webapp: nothing,
  site_event: nothing,
  api: nothing,
  purchase: nothing,
};

export const keysOfVariable = (name: TemplateVariable): Keys =>
  name.startsWith('field.') ? fields : ['section.users.list'];

/** Files that list users, by their name; the keys of other files are those of their routes. */
export const keysOfUsersFile = {
  'users.csv': ['section.users.list', 'section.users.export'],
  'users.ndjson': ['section.users.list', 'section.users.export'],
  'export.zip': ['section.users.list', 'section.users.export'],
  'conversions.csv': ['section.users.export'],
  'recipients.csv': ['section.users.export'],
  'rejected-rows.csv': ['section.users.list'],
} as const satisfies Record<string, Keys>;

/** A search compares names, so it counts users by them. */
export const keysOfSearch: Keys = ['section.users.list'];

/**
 * Dimensions of filters and breakdowns. A report that may be read may be divided by what profiles say; segments are
 * lists of users, and a filter that names one by its number shows its size.
 */
const keysOfBaseDimension: Readonly<Record<(typeof dimensions)[number], Keys>> = {
  source: nothing,
  language: nothing,
  premium: nothing,
  gender: nothing,
  country: nothing,
  command: nothing,
  chat_type: nothing,
  audience: nothing,
  segment: ['section.users.list'],
};
const isParameter = (dimension: Dimension): dimension is `param.${string}` => dimension.startsWith('param.');
export const keysOfDimension = (dimension: Dimension): Keys =>
  isParameter(dimension) ? nothing : keysOfBaseDimension[dimension];
export const keysOfFilter = (filter: Filter): Keys =>
  filter.flat().flatMap(({ dimension }) => keysOfDimension(dimension));

export const keysOfMeasure: Readonly<Record<UtmMeasure, Keys>> = {
  launches: nothing,
  new: nothing,
  visitors: nothing,
  left: nothing,
  conversions,
};

/** Numbers that stand in reports of something else. The report whose own unit it is has them for all its readers. */
const keysOfUnit: Readonly<Record<Unit, Keys>> = {
  users: nothing,
  actions: nothing,
  events: nothing,
  launches: nothing,
  sessions: nothing,
  page_views: nothing,
  conversions,
  seconds: nothing,
  per_session: nothing,
  percent: nothing,
  money: income,
};
export const keysOfNumber = (type: ReportType, unit: Unit): Keys =>
  reportTypes[type].unit === unit ? nothing : keysOfUnit[unit];

/** Payments, wherever they stand: in lists of conversions and profiles of users. */
export const keysOfMoney: Keys = income;
/** A target as a condition of an automation. */
export const keysOfTarget: Keys = keysOfEvent.target;

const keysOf = (condition: SegmentCondition): Keys =>
  condition.kind === 'event'
    ? [...keysOfEvent[condition.event.kind], ...(condition.times.of === 'sum' ? income : nothing)]
    : keysOfCondition[condition.kind];

/** The permissions of everything that the rules name. */
export const keysOfRules = (rules: SegmentGroup): Keys => [...new Set(listConditions(rules).flatMap(keysOf))];

const findReports = (key: PermissionKey): ReportType[] =>
  (Object.keys(reportTypes) as ReportType[]).filter((type) => reportTypes[type].permission === key);

/** The first of the keys that is missing; a report's is there where one of its reports can be read. */
export const missingKey = (permissions: Permissions, keys: Keys): PermissionKey | undefined =>
  keys.find((key) => {
    const reports = findReports(key);
    return reports.length > 0 ? !reports.some((type) => mayRead(permissions, type)) : !permissions.keys.has(key);
  });

/**
 * Events that an integration sends: choosing them, or reading its log, shows what they say. A whole update has all
 * that users wrote and who they are.
 */
export const keysOfIntegrationEvent: Readonly<Record<IntegrationEventType, Keys>> = {
  'user.started': nothing,
  'user.left': nothing,
  'user.returned': nothing,
  'payment.succeeded': income,
  'payment.refunded': income,
  'subscription.changed': nothing,
  'conversion.reached': ['convers.view'],
  'command.sent': nothing,
  'button.pressed': nothing,
  'message.received': texts,
  'app.event': nothing,
  'site.event': nothing,
  'link.clicked': recipients,
  'field.changed': fields,
  'update.received': ['section.users.list', 'section.users.chat.view'],
  'user.erased': nothing,
  'integration.test': nothing,
  'campaign.started': ['tasker.task.view'],
  'campaign.finished': ['tasker.task.view'],
  'campaign.stopped': ['tasker.task.view'],
  'bot.problem': nothing,
  'bot.recovered': nothing,
  'chat.taken_over': texts,
  'chat.released': texts,
  // Rows of every kind.
  'events.file': [...income, 'convers.view', ...recipients, ...fields, ...texts],
};

/** IDs that are not hashed are those of the list of users, as names are. */
export const keysOfIntegrationPrivacy = ({ user_ids, names, texts: hasTexts }: IntegrationPrivacy): Keys => [
  ...(user_ids === 'plain' || names ? (['section.users.list'] as const) : []),
  ...(hasTexts ? texts : []),
];
