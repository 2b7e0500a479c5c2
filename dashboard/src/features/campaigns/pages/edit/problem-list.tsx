import { type CampaignProblem, type ErrorCode, errors } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import classes from './editor.module.css';
import { type Step, steps } from './step-tabs.tsx';

/** What keeps the campaign from being started, each with the step where it can be mended. */
export function ProblemList({ problems }: { problems: readonly CampaignProblem[] }) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn">
      <ul className={classes.problems} aria-label={t('CampaignEditor.problems.label')}>
        {problems.map(({ code, field }) => {
          const step = stepOf(field);
          return (
            <li key={`${code} ${field}`}>
              {failureText(code in errors ? (code as ErrorCode) : 'InvalidField')}{' '}
              {step && (
                <TextLink to="." search={(old: object) => ({ ...old, step: step === 'audience' ? undefined : step })}>
                  {t(`CampaignEditor.steps.${step}`)}
                </TextLink>
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

/** The step with a field: `message.text` is in the second one. A problem of the bot is in none. */
const stepOf = (field: string): Step | undefined => steps.find((step) => field.split('.')[0] === step);
