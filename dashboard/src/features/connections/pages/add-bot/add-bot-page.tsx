import { api } from '@botscope/contract';
import { Button, Flex, Stack, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { FormFailure } from '../../../../ui/form-failure.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Section } from '../../../../ui/section.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { changeType } from '../../connection/draft.ts';
import classes from './add-bot-page.module.css';
import { emptyNewBot, forgetNewBot, type NewBot, readNewBot, steps, storeNewBot } from './new-bot.ts';
import { StepKey } from './step-key.tsx';
import { StepResult } from './step-result.tsx';
import { StepSettings } from './step-settings.tsx';
import { StepType } from './step-type.tsx';

/**
 * The wizard: name, connection type, settings and test, result. A reload goes on where it was. The result is a part of the
 * address, so that every link to the wizard begins with the next bot.
 */
export function AddBotPage() {
  const { t } = useTranslation();
  const [bot, setBot] = useState(readNewBot);
  // The only place of the secret: a reload forgets it.
  const [apiKey, setApiKey] = useState<string | null>(null);
  const { done } = useSearch({ from: '/layout/add-bot' });
  const createdKey = useSession().bots[done ?? '']?.key ?? null;
  const step = createdKey === null ? bot.step : 'result';
  const navigate = useNavigate();
  const box = useFocusOnStep(step);
  const go = (change: Partial<NewBot>) => {
    const next = { ...bot, ...change };
    setBot(next);
    storeNewBot(next);
  };
  const finish = async (key: string) => {
    forgetNewBot();
    await navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, done: key }), replace: true });
    setBot(emptyNewBot);
    setApiKey(null);
  };
  const restart = () => void navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, done: undefined }) });
  const showKey = (key: string, secret: string) => {
    setApiKey(secret);
    go({ key, step: 'settings' });
  };
  return (
    <Page narrow title={t('AddBot.title')} crumbs={[{ label: t('Bots.title'), to: '/bots' }]}>
      <Steps current={step} />
      <div ref={box}>
        {step === 'name' && <StepName initial={bot.bot_name} onDone={(bot_name) => go({ bot_name, step: 'type' })} />}
        {step === 'type' && (
          <StepType
            bot={bot}
            onChoose={(newType) => go(changeType(bot, newType))}
            onBack={() => go({ step: 'name' })}
            onNext={() => go({ step: 'settings' })}
            onCreated={showKey}
          />
        )}
        {step === 'settings' && bot.connection_type !== 'api' && (
          <StepSettings
            bot={bot}
            onChange={(change) => storeNewBot({ ...bot, ...change })}
            onBack={(change) => go({ ...change, step: 'type' })}
            onCreated={finish}
          />
        )}
        {step === 'settings' && bot.connection_type === 'api' && bot.key !== null && (
          <StepKey botKey={bot.key} apiKey={apiKey} onKey={setApiKey} onDone={finish} />
        )}
        {createdKey !== null && <StepResult key={createdKey} botKey={createdKey} onAnother={restart} />}
      </div>
    </Page>
  );
}

/** The button that led to a step goes with the step before: the focus goes to what the new one asks, or to its heading. */
function useFocusOnStep(step: NewBot['step']) {
  const box = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    // The first step's field takes the focus by itself.
    if (step === 'name') return;
    const firstField = box.current?.querySelector<HTMLElement>(step === 'type' ? 'input:checked' : '[data-autofocus]');
    const heading = box.current?.querySelector('h2');
    if (heading) heading.tabIndex = -1;
    // A step begins at its top, where the status stands.
    (firstField ?? heading)?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  return box;
}

/** Progress in the wizard. On a phone only the current step has its name. */
function Steps({ current }: { current: NewBot['step'] }) {
  const { t } = useTranslation();
  const position = steps.indexOf(current);
  return (
    <ol
      className={classes.steps}
      aria-label={t('AddBot.progress', { step: position + 1, count: steps.length, name: t(`AddBot.steps.${current}`) })}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < position ? 'done' : index === position ? 'now' : 'later'}
          aria-current={index === position ? 'step' : undefined}
        >
          <span className={classes.number}>{index < position ? <IconCheck size={14} stroke={2.4} /> : index + 1}</span>
          <span className={classes.name}>{t(`AddBot.steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Asks for the name and lets the server say whether it is free. */
function StepName({ initial, onDone }: { initial: string; onDone: (name: string) => void }) {
  const { t } = useTranslation();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.checkBotName.query,
    initialValues: { bot_name: initial },
    places: { botExist: 'bot_name', MustEndBot: 'bot_name' },
    send: async (query) => {
      const { bot_name } = await call(api.checkBotName, { query });
      onDone(bot_name);
    },
  });
  return (
    <Section title={t('AddBot.steps.name')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure code={failure} />
          <TextInput
            label={t('AddBot.name.label')}
            description={t('AddBot.name.hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            leftSection="@"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            key={form.key('bot_name')}
            {...form.getInputProps('bot_name')}
          />
          <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
            <Button type="submit" loading={busy}>
              {t('General.Next')}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Section>
  );
}
