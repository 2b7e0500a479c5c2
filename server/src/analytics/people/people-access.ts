import {
  conditionsOf,
  isOfCampaigns,
  mayRead,
  type PeopleColumn,
  type Permissions,
  parseRules,
  type SegmentGroup,
} from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { parseReportType } from '../reports/report-query.ts';

/** The words of an address that say which users, and in which order. */
interface SelectionWords {
  rules?: string | SegmentGroup | undefined;
  number?: string | undefined;
  sort?: string | undefined;
}

const isField = (column: string): boolean => column.startsWith('field.');
const maySeeFields = ({ keys }: Permissions): boolean => keys.has('custom_fields.view');
/** As the recipients of a campaign are: by those who see campaigns and whom they go to. */
const maySeeRecipients = ({ keys }: Permissions): boolean =>
  keys.has('tasker.task.view') && keys.has('tasker.users.list');

/**
 * A selection shows nothing that is closed elsewhere: counting users by rules or ordering them shows the values of custom
 * fields and who got a campaign, and the users behind a number are that number.
 * @throws AppError AccessDenied (rules, sort, number)
 */
export function assertMaySelect(
  permissions: Permissions,
  { rules = '', number = '', sort = '' }: SelectionWords,
): void {
  const group = typeof rules === 'string' ? parseRules(rules) : rules;
  const conditions = group === null ? [] : conditionsOf(group);
  const namesFields = conditions.some(({ kind }) => kind === 'field');
  const namesCampaigns = conditions.some((one) => one.kind === 'event' && isOfCampaigns(one.event.kind));
  if ((namesFields && !maySeeFields(permissions)) || (namesCampaigns && !maySeeRecipients(permissions))) {
    throw new AppError('AccessDenied', { field: 'rules' });
  }
  if (isField(sort.replace(/^-/, '')) && !maySeeFields(permissions)) {
    throw new AppError('AccessDenied', { field: 'sort' });
  }
  const [report = ''] = number.split('?', 1);
  if (report !== '' && !mayRead(permissions, parseReportType(report))) {
    throw new AppError('AccessDenied', { field: 'number' });
  }
}

/** The columns without those of custom fields, for those who may not see them: a shared view may name some. */
export const visibleColumns = (permissions: Permissions, columns: readonly PeopleColumn[]): readonly PeopleColumn[] =>
  maySeeFields(permissions) ? columns : columns.filter((column) => !isField(column));
