import { Button, Flex, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { PageKind, PageParts, SectionProps } from '../data/page-kind.ts';
import { usePageSearch } from '../data/page-search.ts';

interface DialogProps<T extends PageTypes> {
  kind: PageKind<T>;
  page: T['page'];
  onClose(): void;
}

/** Dialogs that the address opens over the page. */
export function PageDialogs<T extends PageTypes>({
  kind,
  Form,
  page,
  bot,
}: SectionProps<T> & Pick<PageParts<T>, 'Form'> & { kind: PageKind<T> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { dialog } = usePageSearch();
  const close = () =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, dialog: undefined }),
      resetScroll: false,
    });
  if (dialog === 'key') return <KeyDialog kind={kind} page={page} onClose={close} />;
  if (dialog === 'remove') return <RemoveDialog kind={kind} page={page} onClose={close} />;
  if (dialog !== 'edit') return null;
  return (
    <Dialog onClose={close} title={t('Pages.edit.title', { name: kind.nameOf(page) })}>
      <Form
        bots={[bot]}
        owner={bot}
        page={page}
        submit={t('Pages.edit.save')}
        onCancel={close}
        send={async (_, draft) => {
          const updatedPage = await kind.data.update(page, draft);
          showDone(t('Pages.edit.done', { name: kind.nameOf(updatedPage) }));
          close();
        }}
      />
    </Dialog>
  );
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
    {children}
  </Flex>
);

/** Hours that the key before may be taken for. */
const choices = [0, 1, 24, 72, 168] as const;
const usual = 24;

/** A new key. Pages with the old one keep counting for a while, so that they can be changed without a gap. */
function KeyDialog<T extends PageTypes>({ kind, page, onClose }: DialogProps<T>) {
  const { t } = useTranslation();
  const format = useFormat();
  const [hours, setHours] = useState<number>(usual);
  const [newKeys, setNewKeys] = useState<T['page'] | null>(null);
  const { busy, run: replace } = useAction(async () => setNewKeys(await kind.data.rotateKey(page, hours)));
  if (newKeys !== null) {
    return (
      <Dialog onClose={onClose} title={t('Pages.key.title')}>
        <div className={classes.body}>
          <Notice tone="good">
            {newKeys.old_key_until === null
              ? t('Pages.key.doneNow')
              : t('Pages.key.done', { moment: format.moment(newKeys.old_key_until) })}
          </Notice>
          <CopyLine label={t('Pages.key.fresh')} value={newKeys.key} copyLabel={t('Pages.key.copy')} />
          <Buttons>
            <Button onClick={onClose}>{t('General.Close')}</Button>
          </Buttons>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={t('Pages.key.title')}>
      <div className={classes.body}>
        <p>{t('Pages.key.text')}</p>
        {page.old_key_until !== null && <Notice tone="warn">{t('Pages.key.older')}</Notice>}
        <NativeSelect
          data-autofocus
          label={t('Pages.key.keep')}
          value={String(hours)}
          data={choices.map((value) => ({
            value: String(value),
            label: value === 0 ? t('Pages.key.stopNow') : t('Pages.key.hours', { count: value }),
          }))}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        />
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={busy} onClick={replace}>
            {t('Pages.key.submit')}
          </Button>
        </Buttons>
      </div>
    </Dialog>
  );
}

/** Says what is lost and asks for the name, typed by hand, before anything is deleted. */
function RemoveDialog<T extends PageTypes>({ kind, page, onClose }: DialogProps<T>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const name = kind.nameOf(page);
  const { busy, run: submit } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    const typedName = input.current?.value.trim() ?? '';
    setWrong(typedName !== name);
    if (typedName !== name) return input.current?.focus();
    await kind.data.remove(page, typedName);
    // First away: a page that is not in the list is "not found".
    await navigate({ to: kind.list, replace: true });
    kind.data.drop(page);
    showDone(t('Pages.remove.done', { name }));
  });
  return (
    <Dialog onClose={onClose} title={t('Pages.remove.title', { name })}>
      <form className={classes.body} onSubmit={submit} noValidate>
        <p>{t(`PageDetails${kind.name}.remove.text`)}</p>
        <TextInput
          ref={input}
          label={t('Pages.remove.label', { name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          error={isWrong && t(`PageDetails${kind.name}.remove.mismatch`)}
          onChange={() => setWrong(false)}
        />
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t('Pages.remove.submit')}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}
