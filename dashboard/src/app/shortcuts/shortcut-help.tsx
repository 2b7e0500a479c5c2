import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './shortcut-help.module.css';
import { keepSingleKeys, readSingleKeys } from './single-keys.ts';

const shortcuts = [
  { keys: ['⌘ K', 'Ctrl K', '/'], text: 'palette' },
  { keys: ['D'], text: 'day' },
  { keys: ['W'], text: 'week' },
  { keys: ['M'], text: 'month' },
  { keys: ['?'], text: 'help' },
] as const;

/** The list of shortcuts, with a switch for those that are a single key. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [hasSingleKeys, setHasSingleKeys] = useState(readSingleKeys);
  return (
    <Dialog title={t('Palette.shortcuts.title')} onClose={onClose}>
      <dl>
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className={classes.row}>
            <dt>{t(`Palette.shortcuts.${text}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="md"
        label={t('Palette.shortcuts.single')}
        checked={hasSingleKeys}
        onChange={(event) => {
          keepSingleKeys(event.currentTarget.checked);
          setHasSingleKeys(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
