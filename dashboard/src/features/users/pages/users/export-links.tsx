import { type Bot, maxExportedIds, type SegmentMembers } from '@botscope/contract';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../../../ui/popover-panel.tsx';
import { Note } from '../../../../ui/words.tsx';
import { usersFileHref } from '../../data/users-data.ts';
import classes from '../../rules/rules.module.css';

interface ExportLinksProps {
  bot: Bot;
  members: SegmentMembers;
  /** Joined by commas. */
  columns: string;
  /** It stands beside a selection in the table. */
  isOfSelection?: boolean;
}

/** Users as a file, with the visible columns: all that the list selects, or those of ticked rows. */
export function ExportLinks({ bot, members, columns, isOfSelection = false }: ExportLinksProps) {
  const { t } = useTranslation();
  const isTooMany = 'user_ids' in members && members.user_ids.length > maxExportedIds;
  return (
    <PopoverPanel
      label={t(isOfSelection ? 'Users.export.ticked' : 'Users.export.label')}
      look="button"
      align="end"
      button={
        <>
          <IconDownload size={14} aria-hidden />
          {t(isOfSelection ? 'Users.export.tickedButton' : 'Users.export.button')}
        </>
      }
    >
      {(close) =>
        isTooMany ? (
          <Note className={classes.item}>{t('Users.export.tooMany', { count: maxExportedIds })}</Note>
        ) : (
          <ul>
            {(['csv', 'ndjson'] as const).map((format) => (
              <li key={format}>
                <a
                  className={classes.item}
                  href={usersFileHref(bot.key, format, members, columns)}
                  download
                  onClick={() => close()}
                >
                  {t(`Users.export.${format}`)}
                </a>
              </li>
            ))}
          </ul>
        )
      }
    </PopoverPanel>
  );
}
