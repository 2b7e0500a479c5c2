import type { WebsiteNumbers } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { FrequentEvents } from '../../../../mini-apps/public/page/frequent-events.tsx';
import { NumberTiles } from '../../../../mini-apps/public/page/number-tiles.tsx';
import { numbersQuery, type SitePath } from '../../../data/websites-data.ts';

/** The last 30 days. */
export function NumbersSection({ site }: { site: SitePath }) {
  const { t } = useTranslation();
  const query = useQuery(numbersQuery(site));
  return (
    <Section title={t('PageScript.numbers.title')}>
      <Loaded query={query} height={200}>
        {(numbers) =>
          numbers.last_hit_at === null ? (
            <p>{t('PageScript.numbers.none')}</p>
          ) : (
            <>
              <Totals numbers={numbers} />
              {numbers.names.length > 0 && <FrequentEvents names={numbers.names} />}
              <Box mt={12}>
                <Note>{t('SitePage.numbers.note')}</Note>
              </Box>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Totals({ numbers }: { numbers: WebsiteNumbers }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { sessions, page_views, tickets, claimed } = numbers;
  const tile = (name: 'visitors' | 'sessions' | 'page_views' | 'bot_clicks' | 'tickets' | 'claimed', caption = '') => ({
    ...{ name: t(`SitePage.numbers.${name}`), value: format.number(numbers[name]), under: caption },
  });
  const perSession = () => t('SitePage.numbers.perSession', { number: format.number(page_views / sessions) });
  const ofTickets = () => t('SitePage.numbers.claimedText', { share: format.percent(claimed / tickets) });
  return (
    <NumberTiles
      tiles={[
        tile('visitors', t('SitePage.numbers.visitorsText')),
        tile('sessions'),
        tile('page_views', sessions > 0 ? perSession() : ''),
        tile('bot_clicks'),
        tile('tickets'),
        tile('claimed', tickets > 0 ? ofTickets() : ''),
      ]}
    />
  );
}
