import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../../platform/session/session.ts';
import { Page } from '../../../../ui/page.tsx';
import { changeType } from '../../connection/draft.ts';
import { emptyNewBot, forgetNewBot, type NewBot, readNewBot, storeNewBot } from './new-bot.ts';
import { StepKey } from './step-key.tsx';
import { StepName } from './step-name.tsx';
import { StepResult } from './step-result.tsx';
import { StepSettings } from './step-settings.tsx';
import { StepType } from './step-type.tsx';
import { Steps } from './steps.tsx';

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
