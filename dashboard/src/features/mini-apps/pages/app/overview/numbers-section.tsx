import { type MiniAppNumbers, mayRead, permissionsOf } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import type { DataColumn } from '../../../../../ui/table/columns.ts';
import { DataTable } from '../../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { numbersQuery } from '../../../data/mini-apps-data.ts';
import { FrequentEvents } from '../../../public/page/frequent-events.tsx';
import { NumberTiles } from '../../../public/page/number-tiles.tsx';
import type { AppProps } from '../app-props.ts';

/** The last 30 days. */
export function NumbersSection({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const query = useQuery(numbersQuery(app));
  const hasReport = mayRead(permissionsOf(bot), 'app_session_source');
  return (
    <Section title={t('PageScript.numbers.title')}>
      <Loaded query={query} height={200}>
        {(numbers) =>
          numbers.hits === 0 ? (
            <p>{t('PageScript.numbers.none')}</p>
          ) : (
            <>
              <Totals numbers={numbers} />
              {numbers.names.length > 0 && <Names names={numbers.names} />}
              {numbers.values.length > 0 && <Values values={numbers.values} />}
              {hasReport && (
                <TextLink
                  to="/reports/$typeReport"
                  params={{ typeReport: 'app_session_source' }}
                  search={{ bot: bot.key }}
                >
                  {t('AppPage.numbers.report')}
                </TextLink>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Totals({ numbers }: { numbers: MiniAppNumbers }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { hits, proven_hits, launches, proven_launches, reloads, users } = numbers;
  const tile = (name: 'users' | 'launches' | 'reloads' | 'hits' | 'share', value: string, caption: string) => ({
    ...{ name: t(name === 'hits' ? 'PageScript.numbers.hits' : `AppPage.numbers.${name}`), value, under: caption },
  });
  const formatProven = (number: number) => t('AppPage.numbers.proven', { number: format.number(number) });
  const perLaunch = () => t('AppPage.numbers.perLaunch', { number: format.number(reloads / launches) });
  return (
    <NumberTiles
      tiles={[
        tile('users', format.number(users), ''),
        tile('launches', format.number(launches), formatProven(proven_launches)),
        tile('reloads', format.number(reloads), launches > 0 ? perLaunch() : ''),
        tile('hits', format.number(hits), formatProven(proven_hits)),
        tile('share', format.percent(proven_hits / hits), t('AppPage.numbers.shareText')),
      ]}
    />
  );
}

function Names({ names }: Pick<MiniAppNumbers, 'names'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const users: DataColumn<(typeof names)[number]> = {
    ...{ id: 'users', name: t('AppPage.numbers.users'), align: 'end' },
    cell: ({ users: count }) => format.number(count),
  };
  return <FrequentEvents names={names} more={[users]} />;
}

/** Anyone can send any number from a browser. */
function Values({ values }: Pick<MiniAppNumbers, 'values'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const number = (value: number) => format.number(value);
  return (
    <Box mt={24} mb={16}>
      <h3>{t('AppPage.numbers.values')}</h3>
      <DataTable
        look="lines"
        label={t('AppPage.numbers.values')}
        columns={[
          {
            id: 'unit',
            name: t('AppPage.numbers.unit'),
            isRowName: true,
            cell: ({ unit }) => unit || t('AppPage.numbers.noUnit'),
          },
          {
            id: 'proven',
            name: t('AppPage.numbers.provenValue'),
            align: 'end',
            cell: ({ proven }) => number(proven),
          },
          {
            id: 'unproven',
            name: t('AppPage.numbers.unprovenValue'),
            align: 'end',
            cell: ({ unproven }) => number(unproven),
          },
        ]}
        rows={values}
        rowId={({ unit }) => unit}
      />
      <Box mt={8}>
        <Note>{t('AppPage.numbers.notIncome')}</Note>
      </Box>
    </Box>
  );
}
