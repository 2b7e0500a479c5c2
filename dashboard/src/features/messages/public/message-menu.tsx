import type { OutgoingMessage } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { failureText, showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { DropItem, DropMenu } from '../../../ui/drop-menu.tsx';
import { problemText } from '../../../ui/field-errors.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { ButtonEditor } from './editor/button-editor.tsx';
import classes from './editor/composer.module.css';
import { type FormattedText, trim } from './editor/formatted-text.ts';
import { type DraftButton, findProblems, toButton, toDraftButton } from './editor/message-draft.ts';
import { MessageText } from './editor/message-text.tsx';
import { decide, editMessage, messageQuery, type Recipient } from './messages-data.ts';

interface MessageMenuProps extends Recipient {
  /** Id in the ledger of what a colleague wrote. */
  id: string;
  onChanged?(message: OutgoingMessage): void;
}

/** Edits or deletes a delivered message that a colleague wrote. */
export function MessageMenu({ id, onChanged, ...to }: MessageMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const finish = (message: OutgoingMessage) => {
    close();
    onChanged?.(message);
  };
  return (
    <>
      <DropMenu
        label={t('Messages.menu.label')}
        buttonClass={classes.tool ?? ''}
        button={<IconDots size={16} aria-hidden />}
      >
        <DropItem onChoose={() => setOpen('edit')}>{t('Messages.menu.edit')}</DropItem>
        <DropItem danger onChoose={() => setOpen('delete')}>
          {t('Messages.menu.delete')}
        </DropItem>
      </DropMenu>
      {open === 'edit' && <EditDialog to={to} id={id} onClose={close} onDone={finish} />}
      {open === 'delete' && <DeleteDialog to={to} id={id} onClose={close} onDone={finish} />}
    </>
  );
}

interface DialogProps {
  to: Recipient;
  id: string;
  onClose(): void;
  onDone(message: OutgoingMessage): void;
}

function EditDialog(props: DialogProps) {
  const { t } = useTranslation();
  const query = useQuery(messageQuery(props.to, props.id));
  return (
    <Dialog title={t('Messages.menu.editTitle')} onClose={props.onClose} size="lg">
      <Loaded query={query} height={160}>
        {(message) => <EditForm {...props} message={message} />}
      </Loaded>
    </Dialog>
  );
}

function EditForm({ to, id, message, onClose, onDone }: DialogProps & { message: OutgoingMessage }) {
  const { t } = useTranslation();
  const { content: storedContent } = message;
  const [content, setContent] = useState<FormattedText>(storedContent);
  const [buttons, setButtons] = useState<DraftButton[][]>(storedContent.buttons.map((row) => row.map(toDraftButton)));
  const [failure, setFailure] = useState<string>();
  const problems = findProblems({ content, media: storedContent.media === undefined ? null : ofFile, buttons });
  const [problem] = problems.filter(({ path }) => path[0] !== 'buttons' || path.length === 1);
  const { busy, run } = useAction(
    async () => {
      const { text, entities } = trim(content);
      const rows = buttons.map((row) => row.map(toButton));
      onDone(await editMessage(to, id, { text, entities: [...entities], buttons: rows }));
      showDone(t('Messages.menu.edited'));
    },
    (error) => setFailure(failureText(codeOf(error))),
  );
  return (
    <form
      className={dialogClasses.body}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (problems.length === 0) void run();
      }}
    >
      <MessageText
        label={t(storedContent.media ? 'Messages.caption' : 'Messages.write')}
        placeholder=""
        value={content}
        onChange={setContent}
        problem={failure ?? (problem ? problemText(t, { code: problem.code }) : undefined)}
      />
      <ButtonEditor
        rows={buttons}
        onChange={setButtons}
        isWrong={(row, index) => problems.some(({ path }) => path.join() === `buttons,${row},${index}`)}
      />
      <Flex justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {t('Messages.menu.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={problems.length > 0}>
          {t('Messages.menu.save')}
        </Button>
      </Flex>
    </form>
  );
}

/** Any file: with one, the text is a caption. */
const ofFile = { kind: 'document', file: { id: '', name: '', type: '', bytes: 0 }, has_spoiler: false } as const;

function DeleteDialog({ to, id, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const { busy, run } = useAction(async () => {
    onDone(await decide(to, id, 'deleteMessage'));
    showDone(t('Messages.menu.deleted'));
  });
  return (
    <Dialog title={t('Messages.menu.deleteTitle')} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>{t('Messages.menu.deleteText')}</p>
      </div>
      <Flex justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('Messages.menu.cancel')}
        </Button>
        <Button color="red" loading={busy} onClick={() => void run()}>
          {t('Messages.menu.delete')}
        </Button>
      </Flex>
    </Dialog>
  );
}
