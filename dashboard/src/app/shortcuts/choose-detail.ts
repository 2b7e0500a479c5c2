import { type Detail, reportTypes } from '@botscope/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { rateDetails } from '../../analytics/period/period.ts';
import { parseCommonView } from '../../analytics/question/common-view.ts';

/** Whether a page has a course in time whose detail can be chosen. */
function isTimed(pathname: string): boolean {
  if (pathname === '/') return true;
  const type = /^\/reports\/(\w+)$/.exec(pathname)?.[1] ?? '';
  if (!Object.hasOwn(reportTypes, type)) return false;
  const { axis, shape } = reportTypes[type as keyof typeof reportTypes];
  return axis === 'time' && shape !== 'table';
}

/** Shows Home or a report by the day, week or month, if that suits its period. */
export function chooseDetail(router: AnyRouter, detail: Detail): void {
  const { pathname, search } = router.state.location;
  if (!isTimed(pathname) || rateDetails(parseCommonView(search).period)[detail] !== 'fits') return;
  void router.navigate({
    to: '.',
    search: (oldSearch: object) => ({ ...oldSearch, detail, details: undefined }),
    resetScroll: false,
  });
}
