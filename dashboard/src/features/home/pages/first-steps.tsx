import { type Bot, mayRead, permissionsOf } from '@botscope/contract';
import { Box, Flex, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '../../access/public/members-data.ts';
import { targetsQuery } from '../../targets/public/targets-data.ts';
import { uploadsQuery } from '../../uploads/public/upload-data.ts';
import { builderQuery } from '../../utm-links/public/builder-data.ts';
import classes from './first-steps.module.css';
import { hideFirstSteps } from './first-steps-memory.ts';

/** Steps that make the numbers of a new bot say more, in its first days: each leads to its page, ticked once done. */
export function FirstSteps({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(true);
  const { key } = bot;
  const may = (permission: Bot['permissions'][number]) => bot.permissions.includes(permission);
  const mayLink = mayRead(permissionsOf(bot), 'utm_summary');
  const links = useQuery({ ...builderQuery(key), enabled: mayLink }).data;
  const targets = useQuery({ ...targetsQuery(key), enabled: may('convers.view') }).data;
  const users = useQuery({ ...membersQuery(key), enabled: may('permissions.manage'), refetchInterval: false }).data;
  const uploads = useQuery({ ...uploadsQuery(key), enabled: may('storage.upload'), refetchInterval: false }).data;
  if (!isShown) return null;
  const hide = () => {
    hideFirstSteps(key);
    setShown(false);
  };
  return (
    <section className={classes.card} data-print="hide" aria-labelledby="first-steps">
      <Flex align="center" justify="space-between" mb={8}>
        <Box id="first-steps" component="h2" fz="lg" fw={600}>
          {t('Home.firstSteps.title')}
        </Box>
        <button type="button" className={classes.close} aria-label={t('Home.firstSteps.hide')} onClick={hide}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </button>
      </Flex>
      <ul className={classes.steps}>
        {mayLink && (
          <Step name="link" done={(links?.history.length ?? 0) > 0}>
            {(props) => <Link to="/utm-builder" {...props} />}
          </Step>
        )}
        {may('convers.manage') && (
          <Step name="target" done={targets?.some(({ built_in }) => !built_in) ?? false}>
            {(props) => <Link to="/targets" {...props} />}
          </Step>
        )}
        {may('permissions.manage') && (
          <Step name="invite" done={users ? users.members.length + users.invitations.length > 1 : false}>
            {(props) => <Link to="/bots/$key/permissions" params={{ key }} {...props} />}
          </Step>
        )}
        {may('storage.upload') && (
          <Step name="import" done={(uploads?.length ?? 0) > 0}>
            {(props) => <Link to="/bot_upload/$key" params={{ key }} {...props} />}
          </Step>
        )}
      </ul>
    </section>
  );
}

interface StepProps {
  name: 'link' | 'target' | 'invite' | 'import';
  done: boolean;
  children: (props: { className: string | undefined; children: ReactNode }) => ReactNode;
}

function Step({ name, done, children }: StepProps) {
  const { t } = useTranslation();
  const Icon = done ? IconCircleCheck : IconCircle;
  const content = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span>
        <Box component="span" display="block" fw={500}>
          {t(`Home.firstSteps.${name}`)}
          {done && <VisuallyHidden> ({t('Home.firstSteps.done')})</VisuallyHidden>}
        </Box>
        <Box component="span" display="block" c="dimmed" fz="sm">
          {t(`Home.firstSteps.${name}Text`)}
        </Box>
      </span>
    </>
  );
  return <li data-done={done || undefined}>{children({ className: classes.step, children: content })}</li>;
}
