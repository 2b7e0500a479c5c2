import { Automation, type Bot, type Campaign } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { LeaveGuard } from '../../../../ui/leave-guard.tsx';
import { Page } from '../../../../ui/page.tsx';
import { createCampaign, loadCampaign, saveCampaign } from '../../data/campaigns-data.ts';
import { createDraft, type Draft, type DraftState, emptyValues } from '../../data/draft.ts';
import { DemoNote } from '../../demo/demo-note.tsx';
import { AudienceStep } from './audience-step.tsx';
import { AutomationSendingStep } from './automation-sending-step.tsx';
import classes from './editor.module.css';
import { MessageStep } from './message-step.tsx';
import { SaveState } from './save-state.tsx';
import { SendingStep } from './sending-step.tsx';
import type { StepProps } from './step-props.ts';
import { type Step, StepTabs, steps } from './step-tabs.tsx';
import { TriggerStep } from './trigger-step.tsx';
import { ComparisonSection } from './versions/comparison-section.tsx';
import { useVersion } from './versions/use-version.ts';
import { VersionTabs } from './versions/version-tabs.tsx';

/** The message, version by version, and how they are compared. */
function VersionsStep(props: StepProps) {
  const [version, open] = useVersion(props.state.values);
  return (
    <>
      <VersionTabs {...props} version={version} open={open} />
      <MessageStep key={`${version.variant} ${version.language}`} {...props} version={version} />
      {props.state.values.variants.others.length > 0 && <ComparisonSection {...props} />}
    </>
  );
}

type Contents = Readonly<Record<Step, (props: StepProps) => React.ReactNode>>;

const contents: Contents = {
  audience: AudienceStep,
  message: VersionsStep,
  sending: SendingStep,
};
const contentsOfAutomation: Contents = {
  audience: TriggerStep,
  message: VersionsStep,
  sending: AutomationSendingStep,
};
/** The usual one greets. */
const newAutomation = (): Automation => z.parse(Automation, { trigger: { kind: 'first_contact' } });

interface EditorProps {
  bot: Bot;
  /** Null: it is made with the first thing that is entered. */
  campaign: Campaign | null;
  isAutomation: boolean;
  onCreated?(campaign: Campaign): void;
}

/** Audience, message, sending: three steps that save themselves. */
export function Editor({ bot, campaign, isAutomation, onCreated }: EditorProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { step: stepName } = useSearch({ from: '/layout/mailing/edit-campaign/{-$campaignId}' });
  const step = steps.find((each) => each === stepName) ?? 'audience';
  const [state, draft] = useDraftStore({
    botKey: bot.key,
    stored: campaign,
    newName: t(isAutomation ? 'Automations.newName' : 'CampaignEditor.newName', { date: format.date(new Date()) }),
    automation: isAutomation ? newAutomation() : null,
    onCreated: (newCampaign) => {
      onCreated?.(newCampaign);
      void navigate({
        to: '/mailing/edit-campaign/{-$campaignId}',
        params: { campaignId: String(newCampaign.campaign_id) },
        search: true,
        replace: true,
        resetScroll: false,
        ignoreBlocker: true,
      });
    },
  });
  if (state.phase === 'closed' && state.stored) {
    const campaignId = String(state.stored.campaign_id);
    return <Navigate to="/mailing/campaign/$campaignId" params={{ campaignId }} replace ignoreBlocker />;
  }
  const { name } = state.values;
  const Content = (isAutomation ? contentsOfAutomation : contents)[step];
  const next = steps[steps.indexOf(step) + 1];
  return (
    <Page
      title={name.trim() || t(isAutomation ? 'Automations.one' : 'CampaignEditor.title')}
      crumbs={[{ label: t('Menu.mailing'), to: '/mailing' }]}
      actions={<SaveState state={state} draft={draft} />}
    >
      <DemoNote />
      <TextInput
        className={classes.name}
        label={t('CampaignEditor.name')}
        description={t('CampaignEditor.nameHint')}
        value={name}
        maxLength={100}
        error={name.trim() === '' ? t('General.ErrorsText.RequiredFields') : undefined}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
      />
      <StepTabs current={step} isAutomation={isAutomation} />
      <Content key={state.generation} bot={bot} state={state} draft={draft} change={draft.change} />
      {next && (
        <Button
          mt={8}
          onClick={() =>
            navigate({ to: '.', search: (oldSearch: object) => ({ ...oldSearch, step: next }) }).then(() =>
              document.querySelector<HTMLElement>('h1')?.focus(),
            )
          }
        >
          {t('CampaignEditor.next', { step: t(`CampaignEditor.steps.${next}`) })}
        </Button>
      )}
      <LeaveGuard autosave={draft} />
    </Page>
  );
}

interface DraftStoreOptions {
  botKey: string;
  stored: Campaign | null;
  /** The name that a new one has at first. */
  newName: string;
  /** Automation that a new campaign begins with; null: a campaign that is sent once. */
  automation: Automation | null;
  onCreated(campaign: Campaign): void;
}

/** The draft of an editor. What is not saved when the page goes is saved then. */
function useDraftStore({
  botKey,
  stored,
  newName,
  automation: kind,
  onCreated,
}: DraftStoreOptions): [DraftState, Draft] {
  const [draft] = useState(() =>
    createDraft({
      stored,
      empty: emptyValues(newName, kind),
      create: ({ name, audience, automation }) =>
        createCampaign(botKey, { name: name.trim() || newName, audience, ...(automation && { automation }) }),
      save: ({ campaign_id, revision }, { automation, ...changes }) =>
        saveCampaign(botKey, campaign_id, { revision, ...changes, ...(automation && { automation }) }),
      load: (id) => loadCampaign(botKey, id),
      onCreated,
    }),
  );
  useEffect(() => () => void draft.flush(), [draft]);
  return [useSyncExternalStore(draft.subscribe, draft.state), draft];
}
