import type { Bot, PeopleView, PeopleViewState } from '@botscope/contract';
import { Button, Checkbox, Flex, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { saveView } from '../../data/views-data.ts';
import classes from './users.module.css';

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
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.is_shared ?? false);
  const [isTried, setTried] = useState(false);
  const { busy, run } = useAction(async () => {
    const draft = { name: name.trim(), is_shared: isShared, state: view?.state ?? state };
    onSaved(await saveView(bot.key, view?.view_id ?? null, draft));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '') void run();
  };
  return (
    <Dialog title={t(view ? 'People.views.renameTitle' : 'People.views.newTitle')} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('People.views.name')}
          value={name}
          maxLength={100}
          error={isTried && name.trim() === '' ? t('General.ErrorsText.RequiredFields') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!view && (
          <Checkbox
            label={t('People.views.share')}
            description={t('People.views.shareBox')}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('General.Form.save')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
