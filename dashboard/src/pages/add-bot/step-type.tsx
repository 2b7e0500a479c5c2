import { api } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type FailureCode } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { botMemory } from '../../shell/bot-memory.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Section } from '../../ui/section.tsx';
import { keepBot } from '../bots/bot-data.ts';
import type { NewBot } from './new-bot.ts';
import classes from './step.module.css';

interface StepTypeProps {
  bot: NewBot;
  onBack: () => void;
  onCreated: (key: string, apiKey: string) => void;
}

/** How updates will arrive. The bot is made when this step is left: from then on it has a key. */
export function StepType({ bot, onBack, onCreated }: StepTypeProps) {
  const { t } = useTranslation();
  const hint = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const create = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { bot_name, delivery_method } = bot;
      const made = await call(api.addBot, { body: { bot_name, delivery_method } });
      keepBot(made.bot);
      botMemory.keep({ stored: made.bot.key, demo: false });
      onCreated(made.bot.key, made.api_key);
    } catch (error) {
      setFailure(codeOf(error));
      setBusy(false);
    }
  };
  return (
    <Section title={t('AddBot.steps.type')}>
      <div className={classes.form}>
        <FormFailure code={failure} />
        <fieldset className={classes.choices}>
          <legend>{t('AddBot.type.label')}</legend>
          <label className={classes.choice}>
            <input type="radio" name="delivery_method" value="api" defaultChecked aria-describedby={hint} />
            <span>
              <span className={classes.choiceName}>{t('AddBot.type.api')}</span>
              <span id={hint} className={classes.choiceText}>
                {t('AddBot.type.apiText')}
              </span>
            </span>
          </label>
        </fieldset>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onBack}>
            {t('General.Back')}
          </Button>
          <Button loading={busy} onClick={create}>
            {t('AddBot.type.create')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
