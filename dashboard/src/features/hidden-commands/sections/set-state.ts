import { api, type Bot, type HiddenCommand } from '@botscope/contract';
import { call, queryClient } from '../../../platform/api/call.ts';
import { changeAtOnce } from '../../../platform/api/optimistic.ts';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { hiddenCommandsQuery } from '../../bot-settings/public/settings-data.ts';

type State = HiddenCommand['state'];

/** Sets the state at once. @returns whether the server agreed */
async function sendState(bot: Bot, { text }: HiddenCommand, state: State): Promise<boolean> {
  try {
    await changeAtOnce<HiddenCommand[]>({
      queryKey: hiddenCommandsQuery(bot.key).queryKey,
      apply: (list) => list.map((each) => (each.text === text ? { ...each, state } : each)),
      send: () => call(api.setHiddenCommand, { params: { key: bot.key }, body: { text, state } }),
    });
  } catch (error) {
    showError(error);
    return false;
  }
  await queryClient.invalidateQueries({ queryKey: ['report', bot.key], refetchType: 'none' });
  return true;
}

/** Approves or refuses a hidden command, and offers to take it back. */
export async function setHiddenState(bot: Bot, command: HiddenCommand, state: 'Stable' | 'Disabled'): Promise<void> {
  if (!(await sendState(bot, command, state))) return;
  const { text } = command;
  showUndo({
    id: `hidden ${text}`,
    text: i18n.t(state === 'Stable' ? 'HiddenCommands.hidden.approved' : 'HiddenCommands.hidden.refused', { text }),
    label: i18n.t('HiddenCommands.undo'),
    onUndo: async () => {
      if (await sendState(bot, command, command.state)) showDone(i18n.t('HiddenCommands.hidden.back', { text }));
    },
  });
}
