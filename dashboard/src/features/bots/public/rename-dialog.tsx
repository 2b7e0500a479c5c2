import { api, type Bot } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { keepBot } from '../../../platform/session/bot-data.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { useContractForm } from '../../../ui/use-contract-form.ts';

export function RenameDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.renameBot.body,
    initialValues: { bot_name: bot.bot_name },
    places: { botExist: 'bot_name', MustEndBot: 'bot_name' },
    send: async (body) => {
      const renamed = await call(api.renameBot, { params: { key: bot.key }, body });
      keepBot(renamed);
      showDone(t('Bots.renameDialog.done', { name: renamed.bot_name }));
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('Bots.renameDialog.title', { name: bot.bot_name })}>
      <form className={classes.body} onSubmit={submit} noValidate>
        <FormFailure code={failure} />
        <TextInput
          label={t('Bots.renameDialog.label')}
          description={t('Bots.renameDialog.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          key={form.key('bot_name')}
          {...form.getInputProps('bot_name')}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Bots.renameDialog.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
