import { api, type Bot, type HiddenCommand } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showDone, showError } from '../../../platform/errors/refusals.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { hiddenCommandsQuery } from '../../bot-settings/public/settings-data.ts';

type State = HiddenCommand['state'];

/** Sets the state; it shows at once and goes back if the server refuses. @returns whether it was kept */
async function put(bot: Bot, { text }: HiddenCommand, state: State): Promise<boolean> {
  const { queryKey } = hiddenCommandsQuery(bot.key);
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(queryKey, (list) => list?.map((each) => (each.text === text ? { ...each, state } : each)));
  try {
    queryClient.setQueryData(
      queryKey,
      await call(api.setHiddenCommand, { params: { key: bot.key }, body: { text, state } }),
    );
  } catch (error) {
    queryClient.setQueryData(queryKey, before);
    showError(error);
    return false;
  }
  await queryClient.invalidateQueries({ queryKey: ['report', bot.key], refetchType: 'none' });
  return true;
}

/** Approves or refuses a hidden command, and offers the way back for a while. */
export async function setHiddenState(bot: Bot, command: HiddenCommand, state: 'Stable' | 'Disabled'): Promise<void> {
  if (!(await put(bot, command, state))) return;
  const { text } = command;
  const id = `hidden ${text}`;
  const undo = async () => {
    notifications.hide(id);
    if (await put(bot, command, command.state)) showDone(i18n.t('BotSettings.hidden.back', { text }));
  };
  notifications.show({
    id,
    color: 'teal',
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': i18n.t('General.Close') },
    message: (
      <Flex component="span" rowGap={2} columnGap={8} wrap="wrap" align="center">
        {i18n.t(state === 'Stable' ? 'BotSettings.hidden.approved' : 'BotSettings.hidden.refused', { text })}
        <Button variant="subtle" size="compact-sm" onClick={undo}>
          {i18n.t('BotSettings.undo')}
        </Button>
      </Flex>
    ),
  });
}
