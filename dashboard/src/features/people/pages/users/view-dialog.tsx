import type { Bot, PeopleView, PeopleViewState } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveView } from '../../data/views-data.ts';
import { NameDialog } from '../../public/name-dialog.tsx';

interface ViewDialogProps {
  bot: Bot;
  /** The view to rename; null saves a new one. */
  view: PeopleView | null;
  state: PeopleViewState;
  onClose(): void;
  onSaved(view: PeopleView): void;
}

export function ViewDialog({ bot, view, state, onClose, onSaved }: ViewDialogProps) {
  const { t } = useTranslation();
  const [isShared, setShared] = useState(view?.is_shared ?? false);
  return (
    <NameDialog
      title={t(view ? 'People.views.renameTitle' : 'People.views.newTitle')}
      label={t('People.views.name')}
      name={view?.name ?? ''}
      onSave={async (name) => {
        const draft = { name, is_shared: isShared, state: view?.state ?? state };
        onSaved(await saveView(bot.key, view?.view_id ?? null, draft));
      }}
      onClose={onClose}
    >
      {!view && (
        <Checkbox
          label={t('People.views.share')}
          description={t('People.views.shareBox')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </NameDialog>
  );
}
