import { type Bot, isProvider, type ProviderId, providerDescriptors } from '@botscope/contract';
import { Button, Flex, NativeSelect } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { useChangeSearch, useIntegrationSearch } from '../data/integration-search.ts';
import { createIntegration, startBackfill } from '../data/integrations-data.ts';
import { useManagedBots } from '../data/shown-bots.ts';
import { stepOf } from '../form/check-values.ts';
import { ChooseFields } from '../form/choose-fields.tsx';
import { AboutProvider, ConnectFields } from '../form/connect-fields.tsx';
import { emptyValues, type FormValues, withoutSecrets } from '../form/form-values.ts';
import { generatedSecrets, generateSecret } from '../form/generated-secrets.ts';
import { PreviewSection } from '../form/preview-section.tsx';
import { PrivacyFields } from '../form/privacy-fields.tsx';
import { forgetDrafts, readDraft, storeDraft } from '../form/stored-draft.ts';
import { TestSection } from '../form/test-section.tsx';
import { type IntegrationForm, useFormAction, useIntegrationForm } from '../form/use-integration-form.ts';
import { providerTexts } from '../shared/provider-texts.ts';
import { PastField } from './past-field.tsx';
import { StepTabs, type WizardStep, wizardSteps } from './step-tabs.tsx';

const dayMs = 24 * 3_600_000;

/** Connects a bot to a tool in three steps. A provider that is not known leads to the list. */
export function NewIntegrationPage() {
  const { t } = useTranslation();
  const { provider = '' } = useParams({ strict: false });
  const bots = useManagedBots();
  if (!isProvider(provider)) return <Navigate to="/integrations" replace />;
  const crumbs = [{ label: t('Integrations.title'), to: '/integrations' }] as const;
  return (
    <Page title={t('IntegrationForm.title', { name: providerTexts(t, provider).name })} crumbs={crumbs}>
      {bots.length === 0 ? (
        <EmptyState
          icon={<IconPlugConnected size={36} stroke={1.4} />}
          title={t('IntegrationForm.mayNot.title')}
          text={t('IntegrationForm.mayNot.text')}
        >
          <Button variant="default" renderRoot={(props) => <Link to="/integrations" {...props} />}>
            {t('Integrations.title')}
          </Button>
        </EmptyState>
      ) : (
        <Wizard key={provider} provider={provider} bots={bots} />
      )}
    </Page>
  );
}

interface WizardProps {
  provider: ProviderId;
  bots: readonly Bot[];
}

function Wizard({ provider, bots }: WizardProps) {
  const { t } = useTranslation();
  const { step: stepName, owner } = useIntegrationSearch();
  const step = wizardSteps.find((each) => each === stepName) ?? 'connect';
  const changeSearch = useChangeSearch();
  const current = useCurrentBot().bot;
  const first = bots.find(({ key }) => key === owner) ?? bots.find(({ key }) => key === current?.key) ?? bots[0];
  const [stored] = useState(() => readDraft(provider));
  const form = useIntegrationForm({
    provider,
    saved: null,
    initial: () => startValues(provider, first?.key ?? '', providerTexts(t, provider).name, stored),
    onChange: (values) => storeDraft(provider, withoutSecrets(provider, values)),
  });
  const bot = bots.find(({ key }) => key === form.values.bot) ?? first;
  const box = useFocusOnStep(step);
  const go = (next: WizardStep) => changeSearch({ step: next === 'connect' ? '' : next }, false);
  const showProblem = (field: string) => go(stepOf(field));
  const goOn = (part: 'connect' | 'choose', next: WizardStep) => {
    if (form.check(part) === null) go(next);
  };
  if (bot === undefined) return null;
  return (
    <>
      <StepTabs current={step} />
      <div ref={box}>
        <div ref={form.box}>
          {step === 'connect' && (
            <>
              <Section title={t('IntegrationForm.steps.connect')}>
                <AboutProvider provider={provider} />
                {stored !== null && hasSecrets(provider) && (
                  <Flex mb={16} maw="68ch">
                    <Notice>{t('IntegrationForm.secretsGone')}</Notice>
                  </Flex>
                )}
                {bots.length > 1 && (
                  <NativeSelect
                    mb={20}
                    maw={640}
                    label={t('IntegrationForm.bot')}
                    value={bot.key}
                    data={bots.map(({ key, bot_name }) => ({ value: key, label: bot_name }))}
                    onChange={({ currentTarget: { value } }) => {
                      form.change({ bot: value, targets: [], rules: '' });
                      changeSearch({ owner: value });
                    }}
                  />
                )}
                <ConnectFields form={form} />
              </Section>
              <Buttons onNext={() => goOn('connect', 'choose')} />
            </>
          )}
          {step === 'choose' && (
            <>
              <ChooseFields form={form} bot={bot} />
              <PrivacyFields form={form} />
              <PreviewSection form={form} bot={bot} onProblem={showProblem} />
              <Buttons onBack={() => go('connect')} onNext={() => goOn('choose', 'test')} />
            </>
          )}
          {step === 'test' && (
            <>
              <TestSection form={form} bot={bot} onProblem={showProblem} />
              <Finish form={form} bot={bot} onBack={() => go('choose')} onProblem={showProblem} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface FinishProps {
  form: IntegrationForm;
  bot: Bot;
  onBack(): void;
  onProblem(field: string): void;
}

/** Saves the integration, starts it, and leads to its page. */
function Finish({ form, bot, onBack, onProblem }: FinishProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [days, setDays] = useState(0);
  const { busy, failure, run } = useFormAction(form, onProblem);
  const save = () =>
    run(async (draft) => {
      const created = await createIntegration(bot.key, draft);
      forgetDrafts();
      if (days > 0) {
        await startBackfill(created, new Date(Date.now() - days * dayMs).toISOString()).catch(showError);
      }
      showDone(t('IntegrationForm.saved', { name: created.name }));
      const params = { integrationKey: created.integration_key };
      await navigate({ to: '/integrations/$integrationKey', params, search: {}, replace: true });
    });
  return (
    <>
      <PastField provider={form.provider} days={days} onChange={setDays} />
      <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
      <Buttons onBack={onBack} onNext={save} next={t('IntegrationForm.save')} busy={busy} />
    </>
  );
}

interface ButtonsProps {
  onBack?(): void;
  onNext(): void;
  next?: string;
  busy?: boolean;
}

function Buttons({ onBack, onNext, next, busy = false }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
      {onBack && (
        <Button variant="default" onClick={onBack}>
          {t('IntegrationForm.back')}
        </Button>
      )}
      <Button loading={busy} onClick={onNext}>
        {next ?? t('IntegrationForm.next')}
      </Button>
    </Flex>
  );
}

const hasSecrets = (provider: ProviderId): boolean =>
  Object.keys(providerDescriptors[provider].secrets._zod.def.shape).length > 0;

/** The input of an earlier visit, or the usual values with secrets that are made now. */
function startValues(
  provider: ProviderId,
  bot: string,
  name: string,
  stored: Record<string, unknown> | null,
): FormValues {
  const empty = emptyValues(provider, bot, name);
  if (stored !== null) {
    const values = { ...empty, ...(stored as Partial<FormValues>) };
    return { ...values, fields: { ...empty.fields, ...values.fields } };
  }
  const secrets = generatedSecrets(provider).map((key) => [key, generateSecret(provider, key)]);
  return { ...empty, fields: { ...empty.fields, ...Object.fromEntries(secrets) } };
}

/** The button that led to a step goes with the step before: the focus goes to what is wrong in the new one, or to its heading. */
function useFocusOnStep(step: WizardStep) {
  const box = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    const heading = box.current?.querySelector('h2');
    if (heading) heading.tabIndex = -1;
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? heading)?.focus({ preventScroll: wrong === null || wrong === undefined });
    if (!wrong) window.scrollTo({ top: 0 });
  }, [step]);
  return box;
}
