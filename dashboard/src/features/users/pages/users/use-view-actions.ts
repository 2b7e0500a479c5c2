import type { Bot, UsersView } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import type { ChangeAddress } from '../../../../analytics/question/use-address.ts';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { removeView, restoreView, saveView } from '../../data/views-data.ts';

/** Actions on a saved view, each with the message that it is done. */
export function useViewActions(bot: Bot, change: ChangeAddress) {
  const { t } = useTranslation();
  const save = (view: UsersView, to: Partial<UsersView>) =>
    saveView(bot.key, view.view_id, { name: view.name, is_shared: view.is_shared, state: view.state, ...to })
      .then(({ name }) => showDone(t('Users.views.saved', { name })))
      .catch(showError);
  const remove = async (view: UsersView) => {
    await removeView(bot.key, view.view_id);
    change({ view: undefined }, { replace: true });
    showUndo({
      id: `view-removed-${view.view_id}`,
      text: t('Users.views.removed', { name: view.name }),
      label: t('Users.undo'),
      onUndo: () => restoreView(bot.key, view.view_id).catch(showError),
    });
  };
  const copy = (view: UsersView) => {
    const link = new URL('/users', location.origin);
    link.search = new URLSearchParams({ bot: bot.key, view: String(view.view_id) }).toString();
    return navigator.clipboard.writeText(link.href).then(() => showDone(t('Reports.export.copied')));
  };
  return { save, remove, copy };
}
