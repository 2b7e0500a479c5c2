import { type CampaignProblem, type CampaignVariants, type ErrorCode, errors } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useVersionName } from '../../shared/use-version-name.ts';
import classes from './editor.module.css';
import { type Step, steps } from './step-tabs.tsx';
import { toSearch } from './versions/use-version.ts';

/** Problems that prevent the start of a campaign, each with a link to the step where it can be fixed. */
export function ProblemList({
  problems,
  variants,
}: {
  problems: readonly CampaignProblem[];
  variants: CampaignVariants;
}) {
  const { t } = useTranslation();
  const nameOf = useVersionName(variants);
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn">
      <ul className={classes.problems} aria-label={t('CampaignEditor.problems.label')}>
        {problems.map(({ code, field, version }) => {
          const step = findStep(field);
          return (
            <li key={`${code} ${field} ${version?.variant} ${version?.language}`}>
              {version && <>{nameOf(version)}: </>}
              {failureText(code in errors ? (code as ErrorCode) : 'InvalidField')}{' '}
              {step && (
                <TextLink
                  to="."
                  search={(oldSearch: object) => ({
                    ...oldSearch,
                    step: step === 'audience' ? undefined : step,
                    ...(version && toSearch(version)),
                  })}
                >
                  {isOfTrigger(field) ? t('Automations.step') : t(`CampaignEditor.steps.${step}`)}
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
const findStep = (field: string): Step | undefined => {
  if (isOfTrigger(field)) return 'audience';
  const [part] = field.split('.');
  return steps.find((step) => (part === 'variants' ? 'message' : part) === step);
};
const isOfTrigger = (field: string): boolean => field.startsWith('automation');
