import { type MiniAppNumbers, mayRead, permissionsOf } from '@botscope/contract';
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { DataTable } from '../../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { numbersQuery } from '../../../data/mini-apps-data.ts';
import type { AppProps } from '../app-props.ts';

/** The last 30 days. */
export function NumbersSection({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const query = useQuery(numbersQuery(app));
  const hasReport = mayRead(permissionsOf(bot), 'app_session_source');
  return (
    <Section title={t('AppPage.numbers.title')}>
      <Loaded query={query} height={200}>
        {(numbers) =>
          numbers.hits === 0 ? (
            <p>{t('AppPage.numbers.none')}</p>
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
  const tiles = [
    ['users', format.number(users), ''],
    ['launches', format.number(launches), t('AppPage.numbers.proven', { number: format.number(proven_launches) })],
    [
      'reloads',
      format.number(reloads),
      launches > 0 ? t('AppPage.numbers.perLaunch', { number: format.number(reloads / launches) }) : '',
    ],
    ['hits', format.number(hits), t('AppPage.numbers.proven', { number: format.number(proven_hits) })],
    ['share', format.percent(proven_hits / hits), t('AppPage.numbers.shareText')],
  ] as const;
  return (
    <Box
      component="dl"
      display="grid"
      m={0}
      style={{ gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}
    >
      {tiles.map(([name, value, under]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {t(`AppPage.numbers.${name}`)}
          </Text>
          <Box component="dd" m={0}>
            <Text fz="xl" fw={600} className="tabular">
              {value}
            </Text>
            {under !== '' && (
              <Text size="xs" c="dimmed">
                {under}
              </Text>
            )}
          </Box>
        </div>
      ))}
    </Box>
  );
}

function Names({ names }: Pick<MiniAppNumbers, 'names'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Box mt={24}>
      <h3>{t('AppPage.numbers.names')}</h3>
      <DataTable
        look="lines"
        label={t('AppPage.numbers.names')}
        columns={[
          { id: 'name', name: t('AppPage.numbers.name'), isRowName: true, cell: ({ name }) => <code>{name}</code> },
          { id: 'hits', name: t('AppPage.numbers.hits'), align: 'end', cell: ({ hits }) => format.number(hits) },
          { id: 'users', name: t('AppPage.numbers.users'), align: 'end', cell: ({ users }) => format.number(users) },
        ]}
        rows={names}
        rowId={({ name }) => name}
      />
    </Box>
  );
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
