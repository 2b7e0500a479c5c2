import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TabRow, tabClass } from '../../../../ui/page-tabs.tsx';

export const steps = ['audience', 'message', 'sending'] as const;
export type Step = (typeof steps)[number];

/** The steps of the editor; any of them can be opened at any time. */
export function StepTabs({ current, isAutomation }: { current: Step; isAutomation: boolean }) {
  const { t } = useTranslation();
  return (
    <TabRow label={t('CampaignEditor.steps.label')} current={current}>
      {steps.map((step, index) => (
        <li key={step} data-tab={step}>
          <Link
            to="."
            search={(oldSearch: object) => ({ ...oldSearch, step: index === 0 ? undefined : step })}
            aria-current={step === current ? 'page' : undefined}
            className={tabClass}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            resetScroll={false}
          >
            {index + 1}. {isAutomation && index === 0 ? t('Automations.step') : t(`CampaignEditor.steps.${step}`)}
          </Link>
        </li>
      ))}
    </TabRow>
  );
}
