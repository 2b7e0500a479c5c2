import type { Parameter } from '../../../events/store/event-store.ts';
import type { Attribution } from '../../query/attribution.sql.ts';
import type { ReportContext } from '../report.ts';

/** Attribution of the values of launches for a page. */
export interface LaunchValues {
  attribution: Attribution;
  /** For `scope.statement`; all names begin with `launch_`. */
  params: Readonly<Record<string, Parameter>>;
}

/**
 * The page's model and parameter. Users have their value as of the page's end, also where a statement looks at one
 * bucket: the lines of a chart are then made of the same users throughout, and add up.
 */
export function launchValues({
  model,
  parameter,
  sourceParameter,
  period,
  rollup,
}: Pick<ReportContext, 'model' | 'parameter' | 'sourceParameter' | 'period' | 'rollup'>): LaunchValues {
  const isSource = parameter === sourceParameter;
  return {
    attribution: {
      model,
      value: isSource ? 'source' : 'params[{launch_parameter:String}]',
      until: "fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')",
      rollup,
    },
    params: { launch_until: period.end, ...(isSource ? {} : { launch_parameter: parameter }) },
  };
}
