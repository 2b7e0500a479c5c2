import { type MiniAppNumbers, mayRead, permissionsOf } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Note } from '../../../ui/words.tsx';
import type { SectionProps } from '../data/page-kind.ts';
import { FrequentEvents, NumbersSection, NumberTiles } from '../page/numbers-section.tsx';
import { type AppTypes, appKind } from './app-kind.ts';

export function AppNumbers({ page, bot }: SectionProps<AppTypes>) {
  const { t } = useTranslation();
  const format = useFormat();
  const hasReport = mayRead(permissionsOf(bot), 'app_session_source');
  const users: DataColumn<MiniAppNumbers['names'][number]> = {
    ...{ id: 'users', name: t('PageDetailsApp.numbers.users'), align: 'end' },
    cell: ({ users: count }) => format.number(count),
  };
  return (
    <NumbersSection kind={appKind} page={page}>
      {(numbers) =>
        numbers.hits > 0 && (
          <>
            <Totals numbers={numbers} />
            <FrequentEvents names={numbers.names} more={[users]} />
            {numbers.values.length > 0 && <Values values={numbers.values} />}
            {hasReport && (
              <TextLink
                to="/reports/$typeReport"
                params={{ typeReport: 'app_session_source' }}
                search={{ bot: bot.key }}
              >
                {t('PageDetailsApp.numbers.report')}
              </TextLink>
            )}
          </>
        )
      }
    </NumbersSection>
  );
}

function Totals({ numbers }: { numbers: MiniAppNumbers }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { hits, proven_hits, launches, proven_launches, reloads, users } = numbers;
  const tile = (name: 'users' | 'launches' | 'reloads' | 'hits' | 'share', value: string, caption: string) => ({
    ...{ name: t(name === 'hits' ? 'Pages.numbers.hits' : `PageDetailsApp.numbers.${name}`), value, under: caption },
  });
  const formatProven = (number: number) => t('PageDetailsApp.numbers.proven', { number: format.number(number) });
  const perLaunch = () => t('PageDetailsApp.numbers.perLaunch', { number: format.number(reloads / launches) });
  return (
    <NumberTiles
      tiles={[
        tile('users', format.number(users), ''),
        tile('launches', format.number(launches), formatProven(proven_launches)),
        tile('reloads', format.number(reloads), launches > 0 ? perLaunch() : ''),
        tile('hits', format.number(hits), formatProven(proven_hits)),
        tile('share', format.percent(proven_hits / hits), t('PageDetailsApp.numbers.shareText')),
      ]}
    />
  );
}

/** Anyone can send any number from a browser. */
function Values({ values }: Pick<MiniAppNumbers, 'values'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = (id: 'proven' | 'unproven'): DataColumn<(typeof values)[number]> => ({
    ...{ id, name: t(`PageDetailsApp.numbers.${id}Value`), align: 'end' },
    cell: (value) => format.number(value[id]),
  });
  return (
    <Box mt={24} mb={16}>
      <h3>{t('PageDetailsApp.numbers.values')}</h3>
      <DataTable
        look="lines"
        label={t('PageDetailsApp.numbers.values')}
        columns={[
          {
            id: 'unit',
            name: t('PageDetailsApp.numbers.unit'),
            isRowName: true,
            cell: ({ unit }) => unit || t('PageDetailsApp.numbers.noUnit'),
          },
          sum('proven'),
          sum('unproven'),
        ]}
        rows={values}
        rowId={({ unit }) => unit}
      />
      <Box mt={8}>
        <Note>{t('PageDetailsApp.numbers.notIncome')}</Note>
      </Box>
    </Box>
  );
}
