import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';
import { changeType } from '../bots/connection/draft.ts';
import { emptyNewBot, forgetNewBot, type NewBot, readNewBot, storeNewBot } from './new-bot.ts';
import { StepKey } from './step-key.tsx';
import { StepName } from './step-name.tsx';
import { StepResult } from './step-result.tsx';
import { StepSettings } from './step-settings.tsx';
import { StepType } from './step-type.tsx';
import { Steps } from './steps.tsx';

/** The wizard: name, connection type, settings and test, result. A reload goes on where it was. */
export function AddBotPage() {
  const { t } = useTranslation();
  const [bot, setBot] = useState(readNewBot);
  // The only place of the secret: a reload forgets it.
  const [apiKey, setApiKey] = useState<string | null>(null);
  const box = useFocusOnStep(bot.step);
  const go = (change: Partial<NewBot>) => {
    const next = { ...bot, ...change };
    setBot(next);
    storeNewBot(next);
  };
  const restart = () => {
    forgetNewBot();
    setBot(emptyNewBot);
    setApiKey(null);
  };
  const created = (change: Partial<NewBot>) => (key: string, secret: string) => {
    setApiKey(secret);
    go({ key, ...change });
  };
  return (
    <Page narrow title={t('AddBot.title')} crumbs={[{ label: t('Bots.title'), to: '/bots' }]}>
      <Steps current={bot.step} />
      <div ref={box}>
        {bot.step === 'name' && (
          <StepName initial={bot.bot_name} onDone={(bot_name) => go({ bot_name, step: 'type' })} />
        )}
        {bot.step === 'type' && (
          <StepType
            bot={bot}
            onChoose={(chosen) => go(changeType(bot, chosen))}
            onBack={() => go({ step: 'name' })}
            onNext={() => go({ step: 'settings' })}
            onCreated={created({ step: 'settings' })}
          />
        )}
        {bot.step === 'settings' && bot.connection_type !== 'api' && (
          <StepSettings
            bot={bot}
            onChange={(change) => storeNewBot({ ...bot, ...change })}
            onBack={(change) => go({ ...change, step: 'type' })}
            onCreated={created({ step: 'result' })}
          />
        )}
        {bot.step === 'settings' && bot.connection_type === 'api' && bot.key !== null && (
          <StepKey botKey={bot.key} apiKey={apiKey} onKey={setApiKey} onDone={() => go({ step: 'result' })} />
        )}
        {bot.step === 'result' && bot.key !== null && <StepResult botKey={bot.key} onAnother={restart} />}
      </div>
    </Page>
  );
}

/** The button that led to a step goes with the step before: the focus goes to what the new one asks, or to its heading. */
function useFocusOnStep(step: NewBot['step']) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The first step's field takes the focus by itself.
    if (step === 'name') return;
    const asked = box.current?.querySelector<HTMLElement>(step === 'type' ? 'input:checked' : '[data-autofocus]');
    const heading = box.current?.querySelector('h2');
    if (heading) heading.tabIndex = -1;
    (asked ?? heading)?.focus();
  }, [step]);
  return box;
}
