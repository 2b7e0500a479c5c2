import type { Bot, UsersView, UsersViewState } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeAddress } from '../../../../analytics/question/use-address.ts';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { DropItem, DropLabel, DropLine, DropMenu } from '../../../../ui/drop-menu.tsx';
import panel from '../../../../ui/popover-panel.module.css';
import { saveView, viewsQuery } from '../../data/views-data.ts';
import { NameDialog } from '../../public/name-dialog.tsx';
import type { UsersSearch } from '../../search.ts';
import { useViewActions } from './use-view-actions.ts';
import { isBareLink, isChanged, pickState, toAddress } from './view-state.ts';

interface ViewsMenuProps {
  bot: Bot;
  address: UsersSearch;
  change: ChangeAddress;
}

/** Saved views: opened by a click or by a link, changed by those who may. */
export function ViewsMenu({ bot, address, change }: ViewsMenuProps) {
  const { t } = useTranslation();
  const { demo } = useCurrentBot();
  const { data: views } = useQuery(viewsQuery(bot.key));
  const [dialog, setDialog] = useState<'new' | 'rename' | null>(null);
  const current = views?.find(({ view_id }) => String(view_id) === address.view);
  useOpenedView(views, address, change);
  const hasChanges = current !== undefined && isChanged(address, current);
  const mayChange = current !== undefined && (current.is_own || (may(bot, 'tasker.list.save') && !bot.is_demo));
  const { save, remove, copy } = useViewActions(bot, change);
  const list = (isShared: boolean) => {
    const shownViews = views?.filter((view) => view.is_shared === isShared) ?? [];
    if (shownViews.length === 0) return null;
    return (
      <>
        <DropLabel>{t(isShared ? 'Users.views.shared' : 'Users.views.own')}</DropLabel>
        {shownViews.map((view) =>
          view.is_hidden ? (
            <DropLabel key={view.view_id}>{t('Users.views.hidden', { name: view.name })}</DropLabel>
          ) : (
            <DropItem key={view.view_id} chosen={view === current} onChoose={() => change(toAddress(view))}>
              {view.name}
            </DropItem>
          ),
        )}
      </>
    );
  };
  const name = current && (hasChanges ? t('Users.views.changed', { name: current.name }) : current.name);
  return (
    <>
      <DropMenu
        label={name ? `${t('Users.views.label')}: ${name}` : t('Users.views.label')}
        buttonClass={panel.button ?? ''}
        width={240}
        button={
          <>
            <IconBookmark size={14} aria-hidden />
            {name ?? t('Users.views.button')}
          </>
        }
      >
        <DropItem chosen={address.view === undefined} onChoose={() => change(everything)}>
          {t('Users.views.reset')}
        </DropItem>
        {list(false)}
        {list(true)}
        {views?.length === 0 && <DropLabel>{t('Users.views.none')}</DropLabel>}
        {!demo && (
          <>
            <DropLine />
            {current && mayChange && hasChanges && (
              <DropItem onChoose={() => void save(current, { state: pickState(address) })}>
                {t('Users.views.update')}
              </DropItem>
            )}
            <DropItem onChoose={() => setDialog('new')}>{t('Users.views.save')}</DropItem>
            {current && (
              <DropItem onChoose={() => void copy(current).catch(showError)}>{t('Users.views.copy')}</DropItem>
            )}
            {current && mayChange && (
              <>
                <DropItem onChoose={() => setDialog('rename')}>{t('Users.views.rename')}</DropItem>
                <DropItem onChoose={() => void save(current, { is_shared: !current.is_shared })}>
                  {t(current.is_shared ? 'Users.views.unshare' : 'Users.views.share')}
                </DropItem>
                <DropItem danger onChoose={() => void remove(current).catch(showError)}>
                  {t('Users.views.remove')}
                </DropItem>
              </>
            )}
          </>
        )}
      </DropMenu>
      {dialog && (
        <ViewDialog
          bot={bot}
          view={dialog === 'rename' ? (current ?? null) : null}
          state={pickState(address)}
          onClose={() => setDialog(null)}
          onSaved={(view) => {
            setDialog(null);
            if (dialog === 'new') change(toAddress(view), { replace: true });
          }}
        />
      )}
    </>
  );
}

const everything = {
  rules: undefined,
  search: undefined,
  sort: undefined,
  columns: undefined,
  number: undefined,
  view: undefined,
};

/** A link that names only a view is filled in; one to a view that is gone shows everyone, and says why. */
function useOpenedView(views: readonly UsersView[] | undefined, address: UsersSearch, change: ChangeAddress): void {
  const { t } = useTranslation();
  const viewId = views && isBareLink(address) ? address.view : undefined;
  const targetView = views?.find(({ view_id }) => String(view_id) === viewId);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (viewId === undefined) return;
    if (targetView && !targetView.is_hidden && isChanged({}, targetView))
      latest.current(toAddress(targetView), { replace: true });
    if (!targetView || targetView.is_hidden) {
      latest.current({ view: undefined }, { replace: true });
      showDone(targetView ? t('Users.views.hidden', { name: targetView.name }) : t('Users.views.gone'));
    }
  }, [viewId, targetView, t]);
}

interface ViewDialogProps {
  bot: Bot;
  /** The view to rename; null saves a new one. */
  view: UsersView | null;
  state: UsersViewState;
  onClose(): void;
  onSaved(view: UsersView): void;
}

function ViewDialog({ bot, view, state, onClose, onSaved }: ViewDialogProps) {
  const { t } = useTranslation();
  const [isShared, setShared] = useState(view?.is_shared ?? false);
  return (
    <NameDialog
      title={t(view ? 'Users.views.renameTitle' : 'Users.views.newTitle')}
      label={t('Users.views.name')}
      name={view?.name ?? ''}
      onSave={async (name) => {
        const draft = { name, is_shared: isShared, state: view?.state ?? state };
        onSaved(await saveView(bot.key, view?.view_id ?? null, draft));
      }}
      onClose={onClose}
    >
      {!view && (
        <Checkbox
          label={t('Users.views.share')}
          description={t('Users.views.shareBox')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </NameDialog>
  );
}
