import type { BotError } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { codeWords, hasCode } from '../data/error-words.ts';
import classes from './error-table.module.css';

/** The lines of the log: a table on a wide screen, cards on a phone. */
export function ErrorTable({ lines, stale }: { lines: readonly BotError[]; stale: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} data-stale={stale || undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('BotErrors.columns.time')}</th>
            <th scope="col">{t('BotErrors.columns.what')}</th>
            <th scope="col">{t('BotErrors.columns.code')}</th>
            <th scope="col">{t('BotErrors.columns.method')}</th>
            <th scope="col">{t('BotErrors.columns.kind')}</th>
            <th scope="col" className={classes.number}>
              {t('BotErrors.columns.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A raw answer longer than this is folded away. */
const shortAnswer = 140;

function Line({ line }: { line: BotError }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <td className={classes.time}>
        <time dateTime={line.time}>{format.moment(line.time)}</time>
        {line.count > 1 && (
          <span className={classes.since}>{t('BotErrors.since', { moment: format.moment(line.first_time) })}</span>
        )}
      </td>
      <td className={classes.what}>
        {t(`BotErrors.reasons.${line.reason}`)}
        {line.text && line.text.length <= shortAnswer && <code className={classes.text}>{line.text}</code>}
        {line.text.length > shortAnswer && (
          <details className={classes.details}>
            <summary>{t('BotErrors.details')}</summary>
            <code className={classes.text}>{line.text}</code>
          </details>
        )}
      </td>
      <td className={classes.answer} data-label={t('BotErrors.columns.code')} data-empty={!hasCode(line) || undefined}>
        {hasCode(line) && (
          <span>
            <span className={classes.code}>{line.code}</span>{' '}
            <span className={classes.words}>{codeWords(t, line.code, line.kind)}</span>
          </span>
        )}
      </td>
      <td
        data-label={t('BotErrors.columns.method')}
        className={classes.method}
        data-empty={line.method === '' || undefined}
      >
        {line.method && <code>{line.method}</code>}
      </td>
      <td data-label={t('BotErrors.columns.kind')} className={classes.kind}>
        {t(`BotErrors.kinds.${line.kind}`)}
      </td>
      <td data-label={t('BotErrors.columns.count')} className={classes.number}>
        {format.number(line.count)}
      </td>
    </tr>
  );
}
