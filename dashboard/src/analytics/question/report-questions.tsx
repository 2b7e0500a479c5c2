import { breakdownDimensions, type Report, type ReportType, utmMeasures } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentBot } from '../../platform/session/session.ts';
import { SelectChoice } from '../../ui/select-choice.tsx';
import { allowedChoices } from '../filter/allowed-choices.ts';
import { useLaunchParameters } from '../filter/filter-values.ts';
import { nameDimension } from '../filter/filter-words.ts';
import { ModelChoice } from './model-choice.tsx';
import { dependsOnModel, mayBreakDown, supports } from './report-query.ts';
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
export function ReportQuestions({ type, bot, view, report, change }: ReportQuestionsProps) {
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
