import type { Bot } from '@botscope/contract';
import { IconLink, IconPhoto, IconPrinter, IconShare2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../platform/errors/error-mapping.ts';
import { DropItem, DropMenu } from '../../ui/drop-menu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import classes from './export-menu.module.css';
import { linkTo } from './link-to.ts';

interface ExportMenuProps {
  /** File name of the picture, without its ending. */
  name: string;
  bot: Bot;
  /** Draws the chart as a PNG; null where there is none. */
  picture: (() => Promise<Blob>) | null;
}

/** Ways to take a report along besides its table: a picture, a link that shows the same, paper. */
export function ExportMenu({ name, bot, picture }: ExportMenuProps) {
  const { t } = useTranslation();
  const save = async () => {
    try {
      if (picture) saveFile(`${name}.png`, await picture());
    } catch (error) {
      showError(error);
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(linkTo(window.location.href, bot));
      showDone(t('Reports.export.copied'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <DropMenu
      label={t('Reports.export.label')}
      buttonClass={classes.button ?? ''}
      button={
        <>
          <IconShare2 size={16} aria-hidden />
          {t('Reports.export.label')}
        </>
      }
    >
      {picture && (
        <DropItem icon={<IconPhoto size={16} aria-hidden />} onChoose={save}>
          {t('Reports.export.png')}
        </DropItem>
      )}
      <DropItem icon={<IconLink size={16} aria-hidden />} onChoose={copy}>
        {t('Reports.export.link')}
      </DropItem>
      <DropItem icon={<IconPrinter size={16} aria-hidden />} onChoose={() => window.print()}>
        {t('Reports.export.print')}
      </DropItem>
    </DropMenu>
  );
}
