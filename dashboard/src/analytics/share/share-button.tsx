import {
  type Bot,
  keyNumbers,
  keyNumbersType,
  mayRead,
  permissionsOf,
  type SharedQuery,
  type SharedType,
} from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../platform/i18n/i18n.ts';
import phone from '../../ui/icon-on-phone.module.css';

// Few users share, and then not often: the dialog comes with the first click. It speaks of filters, as reports do.
const ShareDialog = lazy(
  withTexts(['Reports', 'Share'], async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog })),
);

interface ShareButtonProps {
  bot: Bot;
  type: SharedType;
  /** Query of the page at the moment. */
  query: SharedQuery;
}

/** Opens the links of a report, or of the key figures; only for those who may let others in. */
export function ShareButton({ bot, type, query }: ShareButtonProps) {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  const permissions = permissionsOf(bot);
  const reports = type === keyNumbersType ? keyNumbers : [type];
  if (!permissions.keys.has('permissions.manage') || !reports.every((report) => mayRead(permissions, report)))
    return null;
  return (
    <>
      <Button
        className={phone.button}
        variant="default"
        size="xs"
        leftSection={<IconShare2 size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <span className={phone.words}>{t('Reports.share')}</span>
      </Button>
      {isOpened && (
        <Suspense>
          <ShareDialog bot={bot} type={type} query={query} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
