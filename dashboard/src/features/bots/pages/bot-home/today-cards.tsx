import { type Bot, mayRead, permissionsOf } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyCard } from '../../../../analytics/key-numbers/key-card.tsx';
import { parseCommonView } from '../../../../analytics/question/common-view.ts';
import classes from './bot-home-page.module.css';

const today = parseCommonView({ period: 'today' });
const numbers = ['visitors', 'new_users', 'messages_from_user', 'session_count'] as const;

/** Today's key numbers, each the way to its report. */
export function TodayCards({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  // Shared access may be to some reports only: what would be refused is not asked for.
  const readableNumbers = numbers.filter((type) => mayRead(permissionsOf(bot), type));
  if (readableNumbers.length === 0) return null;
  return (
    <section aria-label={t('BotHome.today')}>
      <Box component="h2" mt={8} mb={10} fz="lg" fw={600}>
        {t('BotHome.today')}
      </Box>
      <div className={classes.cards}>
        {readableNumbers.map((type) => (
          <KeyCard key={type} bot={bot.key} type={type} view={today} />
        ))}
      </div>
    </section>
  );
}
