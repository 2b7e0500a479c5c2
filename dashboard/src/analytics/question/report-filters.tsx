import {
  breakdownDimensions,
  details,
  hasUsers,
  type Report,
  type ReportType,
  sourceDeterminations,
  utmMeasures,
} from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentBot } from '../../platform/session/session.ts';
import { SelectChoice } from '../../ui/select-choice.tsx';
import { allowedChoices } from '../filter/allowed-choices.ts';
import { useLaunchParameters } from '../filter/filter-values.ts';
import { nameDimension } from '../filter/filter-words.ts';
import { CommonFilters } from './common-filters.tsx';
import type { Model } from './common-view.ts';
import { dependsOnModel, isTimeless, mayBreakDown, shapeOf, supports, useViewedReport } from './report-query.ts';
import type { ReportView } from './report-search.ts';
import type { ChangeAddress } from './use-address.ts';

interface ReportQuestionsProps {
  type: ReportType;
  bot: string;
  view: ReportView;
  /** Undefined until the first answer is there. */
  report: Report | undefined;
  change: ChangeAddress;
}

/** Choices that only some reports have: a breakdown, an attribution model, a parameter, a measure. */
function ReportQuestions({ type, bot, view, report, change }: ReportQuestionsProps) {
  const { t } = useTranslation();
  const { bot: current } = useCurrentBot();
  const divides = mayBreakDown(type) || supports(type, 'dimension');
  // Asked after the report itself: nobody waits for the list of parameters.
  const seenParameters = useLaunchParameters(bot, report !== undefined && (divides || supports(type, 'parameter')));
  const allowedDimensions = allowedChoices(breakdownDimensions, current);
  const measures = allowedChoices(utmMeasures, current);
  const dimensions = withChosen([...allowedDimensions, ...seenParameters.map((name) => `param.${name}`)], view.by);
  const ownParameter = report?.parameter !== undefined && view.parameter === '' ? report.parameter : '';
  return (
    <>
      {supports(type, 'dimension') && (
        <SelectChoice
          label={t('Reports.dimension.label')}
          value={view.by || (report?.by ?? 'language')}
          onChange={(dimension) => change({ by: dimension })}
          options={dimensions
            .filter((value) => value !== 'segment')
            .map((value) => ({ value, label: nameDimension(value, t) }))}
        />
      )}
      {supports(type, 'measure') && (
        <SelectChoice
          label={t('Reports.measure.label')}
          value={view.measure ?? 'launches'}
          onChange={(measure) => change({ measure })}
          options={measures.map((value) => ({ value, label: t(`Reports.measure.${value}`) }))}
        />
      )}
      {supports(type, 'parameter') && (
        <SelectChoice
          label={t('Reports.parameter.label')}
          value={view.parameter}
          onChange={(parameter) => change({ parameter: parameter || undefined, lines: undefined })}
          options={[
            { value: '', label: t('Reports.parameter.own') },
            ...withChosen(seenParameters, view.parameter)
              .filter((name) => name !== ownParameter)
              .map((name) => ({ value: name, label: nameDimension(`param.${name}`, t) })),
          ]}
        />
      )}
      {mayBreakDown(type) && (
        <SelectChoice
          label={t('Reports.breakdown.label')}
          value={view.by}
          onChange={(dimension) => change({ by: dimension || undefined, lines: undefined })}
          options={[
            { value: '', label: t('Reports.breakdown.none') },
            ...dimensions.map((value) => ({
              value,
              label: t('Reports.breakdown.by', { dimension: nameDimension(value, t) }),
            })),
          ]}
        />
      )}
      {dependsOnModel(type, view) && (
        <ModelChoice value={view.model} applied={report?.model} onChange={(model) => change({ model })} />
      )}
    </>
  );
}

/** A link may name what was not seen lately: it stays choosable, or the page would show another choice than it follows. */
const withChosen = (names: readonly string[], chosenName: string): string[] =>
  chosenName === '' || names.includes(chosenName) ? [...names] : [...names, chosenName];

interface ModelChoiceProps {
  /** As the address says; null for the bot's own. */
  value: Model | null;
  /** The model of the answer on show: the bot's own, where nobody chose. */
  applied: Model | undefined;
  onChange(model: string): void;
}

/** Choice of the launch that sets the source of users and conversions. It changes the page, no stored data. */
function ModelChoice({ value, applied, onChange }: ModelChoiceProps) {
  const { t } = useTranslation();
  return (
    <SelectChoice
      label={t('Reports.model.label')}
      value={value ?? applied ?? 'first'}
      onChange={onChange}
      options={sourceDeterminations.map((model) => ({ value: model, label: t(`Reports.model.${model}`) }))}
    />
  );
}

interface ReportFiltersProps {
  type: ReportType;
  bot: string;
  view: ReportView;
  change: ChangeAddress;
}

/** Everything that the page can be asked: what is chosen goes into the address, and the page follows the address. */
export function ReportFilters({ type, bot, view, change }: ReportFiltersProps) {
  const answer = useViewedReport(type, bot, view).data;
  const shape = shapeOf(type);
  const timeless = isTimeless(type);
  // Users who were new in one hour are not followed.
  const offered = shape === 'cohorts' ? details.filter((detail) => detail !== 'hour') : details;
  return (
    <CommonFilters
      bot={bot}
      view={view}
      answer={answer}
      offered={shape === 'table' || timeless ? [] : offered}
      filters={hasUsers(type)}
      compares={shape !== 'cohorts' && !timeless}
      change={change}
    >
      <ReportQuestions type={type} bot={bot} view={view} report={answer} change={change} />
    </CommonFilters>
  );
}
