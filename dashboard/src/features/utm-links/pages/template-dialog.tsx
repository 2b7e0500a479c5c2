import type { Bot, LinkParts } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type FailureCode } from '../../../platform/api/api-error.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { keepLink } from '../public/builder-data.ts';

interface TemplateDialogProps {
  bot: Bot;
  link: LinkParts;
  /** Names that are taken; one of them again takes its place. */
  names: readonly string[];
  onClose(): void;
}

const longestName = 64;

/** Asks for the name under which the parts are saved. */
export function TemplateDialog({ bot, link, names, onClose }: TemplateDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const name = text.trim();
  const { busy, run: save } = useAction(
    async () => {
      setFailure(null);
      await keepLink(bot, link, name);
      showDone(t('UtmBuilder.templates.saved', { name }));
      onClose();
    },
    (error) => setFailure(codeOf(error)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== '' && !busy) void save();
  };
  return (
    <Dialog onClose={onClose} title={t('UtmBuilder.templates.dialog')}>
      <form className={classes.body} onSubmit={submit} noValidate>
        <FormFailure code={failure} />
        <TextInput
          label={t('UtmBuilder.templates.name')}
          description={t(names.includes(name) ? 'UtmBuilder.templates.replaces' : 'UtmBuilder.templates.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={longestName}
          autoComplete="off"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name === ''}>
            {t('UtmBuilder.templates.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
