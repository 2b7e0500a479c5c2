import type { Bot, HiddenCommand } from '@botscope/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import classes from './hidden.module.css';
import { setHiddenState } from './set-state.tsx';

// Those that wait for a decision come first.
const states = ['Term', 'Stable', 'Disabled'] as const;

/** What was found, by state, with the decision beside each. */
export function HiddenTable({ bot, commands }: { bot: Bot; commands: readonly HiddenCommand[] }) {
  const { t } = useTranslation();
  const [state, setState] = useState<HiddenCommand['state'] | 'all'>('all');
  const shown = state === 'all' ? commands : commands.filter((each) => each.state === state);
  const count = (each: HiddenCommand['state']) => commands.filter((command) => command.state === each).length;
  if (commands.length === 0) return <p className={classes.none}>{t('BotSettings.hidden.empty')}</p>;
  return (
    <>
      <SegmentedControl
        aria-label={t('BotSettings.hidden.state')}
        className={classes.states}
        size="xs"
        value={state}
        onChange={(chosen) => setState(chosen as typeof state)}
        data={[
          { value: 'all', label: `${t('BotSettings.hidden.all')} ${commands.length}` },
          ...states.map((value) => ({ value, label: `${t(`BotSettings.hidden.states.${value}`)} ${count(value)}` })),
        ]}
      />
      {shown.length === 0 ? (
        <p className={classes.none}>{t('BotSettings.hidden.emptyState')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('BotSettings.hidden.textColumn')}</th>
              <th scope="col">{t('BotSettings.hidden.state')}</th>
              <th scope="col" className={classes.number}>
                {t('BotSettings.hidden.count')}
              </th>
              <th scope="col" className={classes.number}>
                {t('BotSettings.hidden.users')}
              </th>
              <th scope="col">{t('BotSettings.hidden.found')}</th>
              {may(bot, 'settings.edit') && (
                <th scope="col">
                  <span className={classes.unseen}>{t('BotSettings.hidden.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((command) => (
              <Line key={command.text} bot={bot} command={command} />
            ))}
          </tbody>
        </table>
      )}
      <p className={classes.none}>{t('BotSettings.hidden.days')}</p>
    </>
  );
}

function Line({ bot, command }: { bot: Bot; command: HiddenCommand }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { text, state } = command;
  return (
    <tr>
      <th scope="row">{text}</th>
      <td>
        <span className={classes.state} data-state={state}>
          {t(`BotSettings.hidden.states.${state}`)}
        </span>
      </td>
      <td className={classes.number} data-label={t('BotSettings.hidden.count')}>
        {format.number(command.count)}
      </td>
      <td className={classes.number} data-label={t('BotSettings.hidden.users')}>
        {format.number(command.users)}
      </td>
      <td data-label={t('BotSettings.hidden.found')}>{format.date(command.found_at)}</td>
      {may(bot, 'settings.edit') && (
        <td>
          <div className={classes.actions}>
            {state !== 'Stable' && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('BotSettings.hidden.approveThis', { text })}
                onClick={() => setHiddenState(bot, command, 'Stable')}
              >
                {t('BotSettings.hidden.approve')}
              </Button>
            )}
            {state !== 'Disabled' && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={t('BotSettings.hidden.refuseThis', { text })}
                onClick={() => setHiddenState(bot, command, 'Disabled')}
              >
                {t('BotSettings.hidden.refuse')}
              </Button>
            )}
          </div>
        </td>
      )}
    </tr>
  );
}
