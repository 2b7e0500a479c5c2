import type { Bot, PeopleSelection } from '@botscope/contract';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../../../ui/popover-panel.tsx';
import { usersFileHref } from '../../data/people-data.ts';
import classes from '../../rules/rules.module.css';

interface ExportLinksProps {
  bot: Bot;
  selection: PeopleSelection;
  /** Joined by commas. */
  columns: string;
}

/** Everyone whom the list selects as a file, with the columns on show. */
export function ExportLinks({ bot, selection, columns }: ExportLinksProps) {
  const { t } = useTranslation();
  return (
    <PopoverPanel
      label={t('People.export.label')}
      look="button"
      align="end"
      button={
        <>
          <IconDownload size={14} aria-hidden />
          {t('People.export.button')}
        </>
      }
    >
      {(close) => (
        <ul>
          {(['csv', 'ndjson'] as const).map((format) => (
            <li key={format}>
              <a
                className={classes.item}
                style={{ display: 'block' }}
                href={usersFileHref(bot.key, format, selection, columns)}
                download
                onClick={() => close()}
              >
                {t(`People.export.${format}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </PopoverPanel>
  );
}
