import type { Bot, Target } from '@botscope/contract';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import table from '../../../../ui/card-table.module.css';
import { nameOf, triggerWords, valueWords } from '../../shared/target-words.ts';
import { removeWithUndo } from './remove-target.tsx';
import classes from './targets.module.css';

/** All targets with what they counted lately: a table on a wide screen, cards on a phone. */
export function TargetTable({ bot, targets }: { bot: Bot; targets: readonly Target[] }) {
  const { t } = useTranslation();
  const mayManage = may(bot, 'convers.manage');
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label={t('Conversions.targets.title')}>
        <thead>
          <tr>
            <th scope="col">{t('Conversions.targets.columns.name')}</th>
            <th scope="col">{t('Conversions.targets.columns.trigger')}</th>
            <th scope="col">{t('Conversions.targets.columns.value')}</th>
            <th scope="col" className={table.number}>
              {t('Conversions.targets.columns.count')}
            </th>
            <th scope="col" className={table.number}>
              {t('Conversions.targets.columns.users')}
            </th>
            <th scope="col">{t('Conversions.targets.columns.last')}</th>
            {mayManage && (
              <th scope="col">
                <VisuallyHidden>{t('Conversions.targets.columns.actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <Row key={target.target_id} bot={bot} target={target} mayManage={mayManage} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const idWord = 'target_id';

function Row({ bot, target, mayManage }: { bot: Bot; target: Target; mayManage: boolean }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const name = nameOf(t, target);
  const remove = async () => {
    // The row goes with its button; the heading keeps those who use a keyboard on the page.
    if (await removeWithUndo(bot.key, target)) document.querySelector<HTMLElement>('h1')?.focus();
  };
  return (
    <tr>
      <th scope="row">
        <Link to="/targets/$targetId" params={{ targetId: String(target.target_id) }} className={classes.name}>
          {name}
        </Link>
        <span className={table.under}>
          {idWord} {target.target_id}
          {target.built_in && ` · ${t('Conversions.targets.builtIn')}`}
        </span>
      </th>
      <td data-label={t('Conversions.targets.columns.trigger')}>{triggerWords(t, target.trigger)}</td>
      <td
        data-label={t('Conversions.targets.columns.value')}
        className={target.value.kind === 'fixed' ? '' : table.dim}
      >
        {valueWords(t, target.value, i18n.language)}
      </td>
      <td data-label={t('Conversions.targets.columns.count')} className={table.number}>
        {target.count > 0 ? (
          <Link to="/conversion" search={{ target: String(target.target_id), period: '30d' }} className={classes.name}>
            {format.number(target.count)}
          </Link>
        ) : (
          0
        )}
      </td>
      <td data-label={t('Conversions.targets.columns.users')} className={table.number}>
        {format.number(target.users)}
      </td>
      <td data-label={t('Conversions.targets.columns.last')} className={table.short}>
        {target.last_at ? (
          <time dateTime={target.last_at}>{format.moment(target.last_at)}</time>
        ) : (
          <span className={table.dim}>{t('Conversions.targets.never')}</span>
        )}
      </td>
      {mayManage && (
        <td data-empty={target.built_in || undefined}>
          {!target.built_in && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Conversions.targets.removeOf', { name })}
              title={t('Conversions.targets.remove')}
              onClick={remove}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </td>
      )}
    </tr>
  );
}
