import type { Bot } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { codeWords, hasCode } from '../data/error-words.ts';
import { recentErrorsQuery } from '../data/errors-data.ts';
import classes from './recent-errors.module.css';

const maxLines = 5;

/** Latest errors in a few lines; the whole log is one click away. */
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
            <Flex component="ul" direction="column" gap={12}>
              {lines.slice(0, maxLines).map((line) => (
                <li key={line.id} className={classes.error}>
                  <Flex rowGap={4} columnGap={16} wrap="wrap" justify="space-between" c="dimmed" fz="xs">
                    <Box component="span" c="var(--mantine-color-text)" fz="sm">
                      {line.method && <code>{line.method}</code>} {t(`BotErrors.reasons.${line.reason}`)}
                      {hasCode(line) && ` · ${line.code} ${codeWords(t, line.code, line.kind)}`}
                    </Box>
                    <span className="tabular">
                      {line.count > 1 && `× ${format.number(line.count)} · `}
                      {format.moment(line.time)}
                    </span>
                  </Flex>
                  {line.text && <code className={classes.text}>{line.text}</code>}
                </li>
              ))}
            </Flex>
          )
        }
      </Loaded>
    </Section>
  );
}
