import type { Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { codeWords, hasCode } from '../data/error-words.ts';
import { recentErrorsQuery } from '../data/errors-data.ts';
import classes from './recent-errors.module.css';

const shown = 5;

/** What went wrong lately, in a few lines; the whole log is one click away. */
export function RecentErrors({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(recentErrorsQuery(bot.key));
  return (
    <Section
      title={t('BotErrors.recent.title')}
      actions={
        <Link to="/bot_errors" search={{ bot: bot.key }} className={classes.all}>
          {t('BotErrors.recent.all')}
        </Link>
      }
    >
      <Loaded query={query} height={24}>
        {({ lines }) =>
          lines.length === 0 ? (
            <p>{t('BotErrors.recent.none')}</p>
          ) : (
            <ul className={classes.list}>
              {lines.slice(0, shown).map((line) => (
                <li key={line.id} className={classes.error}>
                  <div className={classes.head}>
                    <span className={classes.reason}>
                      {line.method && <code>{line.method}</code>} {t(`BotErrors.reasons.${line.reason}`)}
                      {hasCode(line) && ` · ${line.code} ${codeWords(t, line.code, line.kind)}`}
                    </span>
                    <span className="tabular">
                      {line.count > 1 && `× ${format.number(line.count)} · `}
                      {format.moment(line.time)}
                    </span>
                  </div>
                  {line.text && <code className={classes.text}>{line.text}</code>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
