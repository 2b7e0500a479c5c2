import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { botErrorsQuery } from './bot-data.ts';
import classes from './bot-errors.module.css';

/** What came in lately and could not be recorded, with the reason. */
export function BotErrors({ botKey }: { botKey: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isPending } = useQuery(botErrorsQuery(botKey));
  return (
    <Section title={t('Bots.errors.title')}>
      {isPending && <Skeleton height={24} />}
      {!isPending && !data && <Notice tone="warn">{t('Bots.errors.failed')}</Notice>}
      {data?.length === 0 && <p className={classes.none}>{t('Bots.errors.none')}</p>}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((error) => (
            <li key={`${error.time} ${error.reason} ${error.text}`} className={classes.error}>
              <div className={classes.head}>
                <span className={classes.reason}>{error.reason}</span>
                <span className="tabular">
                  {error.count > 1 && `× ${format.number(error.count)} · `}
                  {format.moment(error.time)}
                </span>
              </div>
              {error.text && <code className={classes.text}>{error.text}</code>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
