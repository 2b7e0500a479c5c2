import { api, assignableRoles, type Bot, type Member } from '@botscope/contract';
import { Button, Flex, NativeSelect, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call, queryClient, refreshInit } from '../../../../platform/api/call.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { botsQuery, dropBot } from '../../../../platform/session/bot-data.ts';
import classes from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FormFailure } from '../../../../ui/form-failure.tsx';
import { ProofField } from '../../../accounts/public/proof/proof-field.tsx';
import { useProofForm } from '../../../accounts/public/proof/use-proof-form.ts';
import { nameOf } from '../../public/members-data.ts';

interface TransferDialogProps {
  bot: Bot;
  /** Possible new owners: everyone who has access. */
  candidates: readonly Member[];
  /** Account key of the one whose menu led here. */
  colleague: string | null;
  onClose(): void;
}

const normalizeName = (text: string): string => text.trim().replace(/^@/, '');

/** Hands the bot to someone else, once its name was typed and a proof given that it is the owner who does it. */
export function TransferDialog({ bot, candidates, colleague, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const name = bot.bot_name;
  const first = candidates.find(({ account_key: key }) => key === colleague) ?? candidates[0];
  const form = useProofForm({
    extra: { to: first?.account_key ?? '', stay: 'manager', typed: '' },
    rules: {
      to: z.string(),
      stay: z.string(),
      typed: z.string().check(z.refine((typed) => normalizeName(typed) === name)),
    },
    send: async ({ to, stay, typed }, proof) => {
      const stay_as = assignableRoles.find((role) => role === stay) ?? null;
      const body = { account_key: to, bot_name: normalizeName(typed), stay_as, ...proof };
      await call(api.transferBot, { params: { key: bot.key }, body });
      const owner = candidates.find(({ account_key: key }) => key === to);
      await router.navigate({ to: '/bots', search: ({ lang }) => ({ lang, bot: undefined }), replace: true });
      if (stay_as === null) dropBot(bot.key);
      await Promise.all([refreshInit(), queryClient.invalidateQueries({ queryKey: botsQuery.queryKey })]);
      showDone(t('Permissions.transfer.done', { name, colleague: owner ? nameOf(owner) : '' }));
    },
  });
  const { getInputProps, key } = form.form;
  const fieldProps = getInputProps('typed');
  return (
    <Dialog onClose={onClose} title={t('Permissions.transfer.dialogTitle', { name })}>
      <form className={classes.body} onSubmit={form.submit} noValidate>
        <p>{t('Permissions.transfer.text')}</p>
        <p>{t('Permissions.transfer.warning')}</p>
        <FormFailure code={form.failure} />
        <NativeSelect
          data-autofocus
          label={t('Permissions.transfer.colleague')}
          data={candidates.map((member) => ({ value: member.account_key, label: nameOf(member) }))}
          key={key('to')}
          {...getInputProps('to')}
        />
        <NativeSelect
          label={t('Permissions.transfer.stay')}
          data={[
            ...[...assignableRoles]
              .reverse()
              .map((role) => ({ value: role, label: t(`Permissions.roles.${role}.name`) })),
            { value: '', label: t('Permissions.transfer.stayNone') },
          ]}
          key={key('stay')}
          {...getInputProps('stay')}
        />
        <TextInput
          label={t('Permissions.transfer.label', { name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={key('typed')}
          {...fieldProps}
          error={fieldProps.error && t('Permissions.transfer.mismatch')}
        />
        <ProofField proof={form.proof} />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={form.busy}>
            {t('Permissions.transfer.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
