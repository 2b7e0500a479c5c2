import type { Bot, RecentHit } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim } from '../../../ui/words.tsx';
import { HitTable } from '../page/hit-table.tsx';

/** Why a Mini App's hit may be dropped, besides being malformed; the other reasons are those of websites. */
const reasons = ['key', 'paused', 'origin', 'rate', 'erased'] as const;

export function AppHits({ hits, bot }: { hits: readonly RecentHit[]; bot: Bot }) {
  const { t } = useTranslation();
  return (
    <HitTable
      hits={hits}
      visitorName={t('AppPage.hits.user')}
      visitor={({ user_id, launch }) => ({
        main:
          user_id === null ? (
            <Dim>{t('AppPage.hits.nobody')}</Dim>
          ) : (
            <TextLink to="/users/$userId" params={{ userId: String(user_id) }} search={{ bot: bot.key }}>
              {user_id}
            </TextLink>
          ),
        under: t('AppPage.hits.launch', { launch }),
      })}
      origin={({ origin, platform, version }) => ({
        main: origin === '' || origin === 'null' ? <Dim>{t('AppPage.hits.noOrigin')}</Dim> : shortOrigin(origin),
        under: [platform, version].filter(Boolean).join(' '),
      })}
      dropWords={(dropReason) => {
        const reason = reasons.find((each) => each === dropReason);
        return reason && t(`AppPage.hits.drops.${reason}`);
      }}
      verdict={({ proof, problem }) =>
        problem === null
          ? { tone: 'good', word: t('AppPage.hits.proven'), why: t(`AppPage.hits.proofs.${proof}`) }
          : {
              tone: 'plain',
              word: t('AppPage.hits.unproven'),
              why: t(`AppPage.hits.problems.${problem}`, { bot: bot.bot_name }),
            }
      }
      idOf={({ launch }) => launch}
    />
  );
}

/** Almost all pages are at https://, and the column is narrow. */
const shortOrigin = (origin: string): string => origin.replace(/^https:\/\//, '');
