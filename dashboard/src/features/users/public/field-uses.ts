import {
  type Bot,
  listConditions,
  parseRules,
  type Segment,
  type SegmentRules,
  type UsersView,
} from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../platform/session/bot-data.ts';
import { segmentsQuery } from '../data/segments-data.ts';
import { viewsQuery } from '../data/views-data.ts';

/** Use of a custom field: in a segment's rules, or in a saved view's rules, columns or order. */
export interface FieldUse {
  kind: 'segment' | 'view';
  id: number;
  name: string;
}

/** Returns a function from a field's key to its uses; undefined until they are known, or if they may not be seen. */
export function useFieldUses(bot: Bot): ((key: string) => FieldUse[]) | undefined {
  const enabled = may(bot, 'section.users.list');
  const { data: segments } = useQuery({ ...segmentsQuery(bot.key), enabled });
  const { data: views } = useQuery({ ...viewsQuery(bot.key), enabled });
  return segments && views && ((key) => findUses(key, segments, views));
}

const names = (rules: SegmentRules | null, key: string): boolean =>
  rules !== null && listConditions(rules).some((rule) => rule.kind === 'field' && rule.key === key);

export function findUses(
  key: string,
  segments: readonly Pick<Segment, 'segment_id' | 'name' | 'kind' | 'rules'>[],
  views: readonly Pick<UsersView, 'view_id' | 'name' | 'state'>[],
): FieldUse[] {
  const column = `field.${key}`;
  return [
    ...segments
      .filter(({ kind, rules }) => kind === 'dynamic' && names(rules, key))
      .map(({ segment_id: id, name }) => ({ kind: 'segment' as const, id, name })),
    ...views
      .filter(
        ({ state: { rules, columns, sort } }) =>
          names(parseRules(rules), key) || columns.split(',').includes(column) || sort.replace(/^-/, '') === column,
      )
      .map(({ view_id: id, name }) => ({ kind: 'view' as const, id, name })),
  ];
}
