import type { Automation } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Note } from '../../../../ui/words.tsx';
import { actOnCampaign, checkQuery, noCampaign, runCampaign } from '../../data/campaigns-data.ts';
import { useAutomationText } from '../../shared/use-automation-text.ts';
import { ProblemList } from './problem-list.tsx';
import type { StepProps } from './step-props.ts';
import { Warnings } from './warnings/warnings.tsx';

/** The automation as a sentence, what still keeps it from being active, and the button. */
export function AutomationStart({ bot, state, draft, automation }: StepProps & { automation: Automation }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const describeAutomation = useAutomationText(bot);
  const { stored, phase } = state;
  const [isOpen, setOpen] = useState(false);
  const isSaved = stored !== null && phase === 'saved';
  const check = useQuery({ ...checkQuery(bot.key, stored ?? noCampaign), enabled: isSaved });
  const mayStart = may(bot, 'tasker.campaign.run') && may(bot, 'communication.broadcast.send');
  const isNew = stored === null || stored.status === 'Draft';
  const { busy, run } = useAction(async () => {
    if (stored === null || !(await draft.flush())) return;
    await (isNew ? runCampaign(bot.key, stored) : actOnCampaign(bot.key, stored.campaign_id, 'resumeCampaign'));
    await navigate({
      to: '/mailing/campaign/$campaignId',
      params: { campaignId: String(stored.campaign_id) },
      ignoreBlocker: true,
    });
  });
  const start = t(isNew ? 'Automations.start.now' : 'Automations.start.resume');
  return (
    <Section title={t('Automations.start.title')}>
      <p role="status">{describeAutomation(automation)}</p>
      {stored === null && <Note>{t('CampaignEditor.start.nothing')}</Note>}
      {isSaved && check.data && <ProblemList problems={check.data} variants={state.values.variants} />}
      {isSaved && !bot.is_demo && <Warnings bot={bot} campaign={stored} />}
      {mayStart ? (
        <Button mt={16} disabled={!isSaved || check.data?.length !== 0} onClick={() => setOpen(true)}>
          {start}
        </Button>
      ) : (
        <Note>{t('CampaignEditor.start.mayNot')}</Note>
      )}
      {isOpen && stored && (
        <Dialog
          title={t(isNew ? 'Automations.start.question' : 'Automations.start.question2', { name: stored.name })}
          onClose={() => setOpen(false)}
        >
          <div className={dialogClasses.body}>
            <p>{describeAutomation(automation)}</p>
            <p>{t(isNew ? 'Automations.start.about' : 'Automations.start.resumeAbout')}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end">
              <Button variant="default" onClick={() => setOpen(false)}>
                {t('General.Cancel')}
              </Button>
              <Button data-autofocus loading={busy} onClick={() => void run()}>
                {start}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </Section>
  );
}
