import { api, type Init } from '@botscope/contract';
import { notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { configure, screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { queryClient } from '../platform/api/call.ts';
import { createFakeServer, type FakeServer } from '../platform/api/fake-server.fixture.ts';
import { followErrors } from '../platform/errors/error-mapping.ts';
import { botMemory } from '../platform/session/bot-memory.ts';
import { buildInit } from '../platform/session/session.fixture.ts';
import { App } from './app.tsx';
import { router } from './router.tsx';

// Style sheets are not loaded, so nothing is hidden by them; computing who sees what takes most of the time of a search.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });
followErrors(router);
openPopovers();
// The page that is drawn replaces it, and would keep the router waiting for its next rendering when it is gone.
const { startTransition } = router;

/** The dashboard with its router, kit and texts, in front of a fake server. */
export interface Site extends Pick<FakeServer, 'answer' | 'requests'> {
  /** The answer of `site/init`; a handler may change it, as a sign-in does. */
  init: Init;
  user: ReturnType<typeof userEvent.setup>;
  /** Opens an address as a browser does that loads the page: what a page keeps in memory is gone. */
  open(path: string): Promise<void>;
  /** Replaces the content of a field. */
  fill(label: string | RegExp, text: string): Promise<HTMLElement>;
  /** Presses the button of that name as soon as it is there. */
  press(name: string | RegExp): Promise<void>;
}

/** Server-sent events that never bring anything. */
class SilentEvents extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  close(): void {}
}

/** Starts a dashboard for one test. The test fails for everything that the fake server or the console complains about. */
export function startSite(init: Partial<Init> = {}): Site {
  const server = createFakeServer();
  const complaints = vi.spyOn(console, 'error').mockImplementation((...words) => {
    server.problems.push(`console: ${words.map(String).join(' ')}`);
  });
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('EventSource', SilentEvents);
  vi.stubGlobal('scrollTo', () => undefined);
  // Menus and dialogs open without motion.
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('reduce'), onchange: null }),
  );
  // Fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  localStorage.clear();
  sessionStorage.clear();
  botMemory.keep({ stored: null, demo: false });

  const user = userEvent.setup();
  let root: Root | null = null;
  const close = (): void => {
    root?.unmount();
    root = null;
    router.startTransition = startTransition;
    notifications.clean();
    queryClient.clear();
    document.body.replaceChildren();
  };
  const site: Site = {
    init: buildInit(init),
    user,
    answer: server.answer,
    requests: server.requests,
    async open(path) {
      close();
      router.history.replace(path);
      await router.load();
      const place = document.createElement('div');
      place.id = 'root';
      document.body.append(place);
      root = createRoot(place);
      root.render(createElement(App, null, createElement(RouterProvider, { router })));
      await screen.findByRole('heading', { level: 1 });
    },
    async fill(label, text) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      if (text !== '') await user.paste(text);
      return field;
    },
    press: async (name) => user.click(await screen.findByRole('button', { name })),
  };
  server.answer(api.init, () => site.init);
  server.answer(api.listBots, () => Object.values(site.init.bots));
  server.answer(api.listNotifications, () => ({ unread: 0, items: [], more: false }));

  onTestFinished(() => {
    close();
    complaints.mockRestore();
    vi.unstubAllGlobals();
    expect(server.problems).toEqual([]);
  });
  return site;
}

/** Gives the content of the open dialog. Panels below buttons are dialogs too, and stay in the page while they are closed. */
export async function findDialog(): Promise<ReturnType<typeof within>> {
  const dialog = await waitFor(() => {
    const element = document.querySelector<HTMLElement>('[role="dialog"][aria-modal="true"]');
    if (!element) throw new Error('no dialog is open');
    return element;
  });
  return within(dialog);
}

/** Gives the hint and the error of a field, which a screen reader adds to its name. */
const readDescription = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Waits until this text describes the field. */
export async function expectError(field: Element, text: string | RegExp): Promise<void> {
  await expect.poll(() => readDescription(field)).toMatch(text);
}

/** Waits until the element has the focus. */
export async function expectFocus(element: Element): Promise<void> {
  await expect.poll(() => document.activeElement).toBe(element);
}

/** The path and query on show. */
export const address = (): string => router.state.location.href;

/** Sets whether a popover is open, and notifies React, as a browser does. */
function toggle(panel: HTMLElement, isOpen: boolean): void {
  if (panel.hasAttribute('data-open') === isOpen) return;
  panel.toggleAttribute('data-open', isOpen);
  const [oldState, newState] = isOpen ? ['closed', 'open'] : ['open', 'closed'];
  panel.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }));
}

/** The part of the browser's popovers that menus and panels need; happy-dom has none. */
function openPopovers(): void {
  HTMLElement.prototype.showPopover = function show() {
    toggle(this, true);
  };
  HTMLElement.prototype.hidePopover = function hide() {
    toggle(this, false);
  };
  document.addEventListener('click', ({ target }) => {
    const id = target instanceof Element && target.closest('[popovertarget]')?.getAttribute('popovertarget');
    const panel = id && document.getElementById(id);
    if (panel) toggle(panel, !panel.hasAttribute('data-open'));
  });
}
