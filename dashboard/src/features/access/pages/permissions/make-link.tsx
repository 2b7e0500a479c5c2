import { api, type Bot, invitationLimits, permissionsOf } from '@botscope/contract';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { CopyLine } from '../../../../ui/copy-line.tsx';
import { nothingGiven, rolesToGive } from './given.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { GrantForm } from './grant-form.tsx';
import classes from './permissions.module.css';
import { useGrant } from './use-grant.ts';

const uses = [1, 2, 5, 10, 25, invitationLimits.uses];
const days = [1, invitationLimits.usualDays, 30, invitationLimits.days];

/** A link that works for anyone who has it; it is shown as soon as it is made. */
export function MakeLink({ bot, onClose }: { bot: Bot; onClose(): void }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string | null>(null);
  const maxUsesSelect = useRef<HTMLSelectElement>(null);
  const time = useRef<HTMLSelectElement>(null);
  const grant = useGrant(bot.key, {
    first: { ...nothingGiven, role: rolesToGive(permissionsOf(bot))[0] ?? null },
    send: (draft) =>
      call(api.createInvitation, {
        params: { key: bot.key },
        body: {
          ...draft,
          max_uses: Number(maxUsesSelect.current?.value ?? 1),
          days: Number(time.current?.value ?? invitationLimits.usualDays),
        },
      }),
    onDone: (answer) => setLink(answer.link),
  });
  if (link !== null) {
    return (
      <GrantDrawer title={t('Permissions.form.linkReady')} onClose={onClose}>
        <Stack gap={20} role="status">
          <p className={classes.hint}>{t('Permissions.form.linkText')}</p>
          <CopyLine
            label={t('Permissions.form.linkLabel')}
            value={link}
            copyLabel={t('Permissions.invitations.copy')}
          />
          <div className={classes.buttons}>
            <Button onClick={onClose}>{t('Permissions.form.done')}</Button>
          </div>
        </Stack>
      </GrantDrawer>
    );
  }
  return (
    <GrantDrawer title={t('Permissions.form.linkTitle')} onClose={onClose}>
      <GrantForm bot={bot} grant={grant} submitText={t('Permissions.form.makeLink')} onCancel={onClose}>
        <p className={classes.hint}>{t('Permissions.form.linkHint')}</p>
        <div className={classes.pair}>
          <NativeSelect
            ref={maxUsesSelect}
            data-autofocus
            label={t('Permissions.form.uses')}
            data={uses.map((count) => ({ value: String(count), label: t('Permissions.form.usesOf', { count }) }))}
          />
          <NativeSelect
            ref={time}
            label={t('Permissions.form.days')}
            defaultValue={String(invitationLimits.usualDays)}
            data={days.map((count) => ({ value: String(count), label: t('Permissions.form.daysOf', { count }) }))}
          />
        </div>
      </GrantForm>
    </GrantDrawer>
  );
}
