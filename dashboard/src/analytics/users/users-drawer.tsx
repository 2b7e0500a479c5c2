import type { Bot, Report, ReportType } from '@botscope/contract';
import { Box, Drawer, Flex, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/dialog.tsx';
import { SelectChoice } from '../../ui/select-choice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useLabels } from '../labels/use-labels.ts';
import type { ReportView } from '../question/report-search.ts';
import { columnName } from '../table/column-name.ts';
import type { CellRef } from './cell-ref.ts';
import { describeNumber } from './describe-number.ts';
import { formatNumber } from './number-address.ts';
import classes from './users-drawer.module.css';
import { UsersList } from './users-list.tsx';
import { usersCsvHref } from './users-query.ts';

interface UsersDrawerProps {
  type: ReportType;
  bot: Bot;
  view: ReportView;
  /** The answer that the number is part of; undefined while it is on its way. */
  report: Report | undefined;
  cellRef: CellRef;
  onMove(cellRef: CellRef): void;
  onClose(): void;
}

/** Users behind a number, one by one, below its name and value. */
export function UsersDrawer({ type, bot, view, report, cellRef, onMove, onClose }: UsersDrawerProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  useFocusBack();
  const line = useLabels(type, report && { ...report, parameter: view.parameter || undefined });
  const detail = view.detail;
  const described =
    report &&
    describeNumber(
      report,
      cellRef,
      {
        whole: t('Reports.usersBehind.whole'),
        line,
        column: (name) => columnName(name, t),
        following: (index) =>
          t(`Reports.cohorts.column.${detail}`, { number: new Intl.NumberFormat(locale).format(index) }),
        hour: (weekday, hour) => `${weekday}, ${hour}:00`,
      },
      locale,
    );
  const countedUnit = described && described.unit !== 'users' ? described.unit : null;
  const mayExport = bot.permissions.includes('section.users.export');
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={460}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <Flex gap={12} align="flex-start" justify="space-between" p={16}>
          <Box miw={0}>
            <Drawer.Title className={classes.title}>{t('Reports.usersBehind.title')}</Drawer.Title>
            {described && (
              <p className={classes.number}>
                {described.name}
                {described.text !== null && (
                  <>
                    {': '}
                    <b>{described.text}</b>
                  </>
                )}
              </p>
            )}
          </Box>
          <Drawer.CloseButton aria-label={t('General.Close')} />
        </Flex>
        <Drawer.Body>
          <div className={classes.tools}>
            {described && described.lines.length > 1 && (
              <SelectChoice
                label={t('Reports.usersBehind.line')}
                value={cellRef.line ?? described.lines[0]?.name ?? ''}
                onChange={(name) => onMove({ ...cellRef, line: name })}
                options={described.lines.map(({ name, label }) => ({ value: name, label }))}
              />
            )}
            {bot.permissions.includes('section.users.list') && (
              <TextLink to="/users" search={{ number: formatNumber(type, view, cellRef) }} size="xs">
                {t('Reports.usersBehind.openUsers')}
              </TextLink>
            )}
            {mayExport && (
              <Flex
                component="a"
                display="inline-flex"
                gap={6}
                align="center"
                c="var(--mantine-color-anchor)"
                fz="xs"
                href={usersCsvHref(bot.key, type, view, cellRef)}
                download
              >
                <IconDownload size={14} aria-hidden />
                {t('Reports.usersBehind.csv')}
              </Flex>
            )}
          </div>
          {countedUnit && (
            <Text my={8} c="dimmed" fz="xs">
              {t('Reports.usersBehind.differs', { unit: t(`Reports.users_units.${countedUnit}`) })}
            </Text>
          )}
          <UsersList bot={bot.key} type={type} view={view} cellRef={cellRef} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
