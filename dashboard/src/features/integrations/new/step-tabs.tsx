import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TabRow, tabClass } from '../../../ui/page-tabs.tsx';

export const wizardSteps = ['connect', 'choose', 'test'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** The steps of the wizard; any of them can be opened at any time. */
export function StepTabs({ current }: { current: WizardStep }) {
  const { t } = useTranslation();
  const label = t('IntegrationForm.progress', {
    ...{ step: wizardSteps.indexOf(current) + 1, count: wizardSteps.length },
    name: t(`IntegrationForm.steps.${current}`),
  });
  return (
    <TabRow label={label} current={current}>
      {wizardSteps.map((step, index) => (
        <li key={step} data-tab={step}>
          <Link
            to="."
            search={(oldSearch: object) => ({ ...oldSearch, step: index === 0 ? undefined : step })}
            aria-current={step === current ? 'page' : undefined}
            className={tabClass}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            resetScroll={false}
          >
            {index + 1}. {t(`IntegrationForm.steps.${step}`)}
          </Link>
        </li>
      ))}
    </TabRow>
  );
}
