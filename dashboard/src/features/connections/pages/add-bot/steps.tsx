import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type NewBot, steps } from './new-bot.ts';
import classes from './steps.module.css';

/** Progress in the wizard. On a phone only the current step has its name. */
export function Steps({ current }: { current: NewBot['step'] }) {
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
