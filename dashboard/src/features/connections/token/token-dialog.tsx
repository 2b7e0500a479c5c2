import { api, type Bot } from '@botscope/contract';
import { Button, Flex, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { keepBot } from '../../../platform/session/bot-data.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { useContractForm } from '../../../ui/use-contract-form.ts';
import { refreshConnection } from '../public/connection-data.ts';

/** Takes the token of a bot, or a newer one. */
export function TokenDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.setToken.body,
    initialValues: { token: '' },
    places: {
      missingToken: 'token',
      InvalidToken: 'token',
      WrongToken: 'token',
      WrongTelegram: 'token',
      WrongChangeTid: 'token',
      TidExist: 'token',
      TidExistSelf: 'token',
    },
    send: async (body) => {
      keepBot(await call(api.setToken, { params: { key: bot.key }, body }));
      await refreshConnection(bot.key);
      showDone(t('Connection.tokenSection.saved'));
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('Connection.tokenSection.dialogTitle', { name: bot.bot_name })}>
      <form className={classes.body} onSubmit={submit} noValidate>
        <FormFailure code={failure} />
        <PasswordInput
          label={t('Connection.token.label')}
          description={t('Connection.token.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          placeholder="123456789:AAE…"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('Connection.token.show') }}
          key={form.key('token')}
          {...form.getInputProps('token')}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Connection.tokenSection.save')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
