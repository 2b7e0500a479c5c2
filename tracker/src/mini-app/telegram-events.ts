import type { Hit } from '../core/delivery.ts';
import { guarded } from '../core/guarded.ts';

type Receive = (type: string, data: unknown) => unknown;

declare global {
  interface Window {
    TelegramGameProxy?: { receiveEvent?: Receive };
  }
}

/**
 * Events of Telegram by their name on the wire. Left out are those that come in floods (viewport, sensors) and those
 * that carry what a user wrote, scanned or where they are.
 */
const reported =
  /^((main|secondary|back|settings)_button_pressed|(invoice|popup)_closed|(prepared_message|home_screen|write_access|phone|fullscreen|emoji_status|file_download)_\w+)$/;

/** Fields that may come with an event. */
interface Details {
  status?: string;
  button_id?: string;
  error?: string;
  slug?: string;
  is_visible?: boolean;
}

/** `mainButtonClicked` for `main_button_pressed`: the name in Telegram's script. */
const toScriptName = (type: string): string =>
  type
    .replace('pressed', 'clicked')
    .replace('prepared', 'share')
    .replace('phone', 'contact')
    .replace(/_./g, (letters) => letters.slice(1).toUpperCase());

/**
 * Reports events of Telegram as they arrive, whether the page has Telegram's script, another one or none: phones and
 * desktops call a function, Telegram Web posts messages.
 */
export function watchTelegram(
  report: (name: string, shown: Hit['d']) => void,
  setActive: (isActive: boolean) => void,
): void {
  const receive = guarded((type: string, data: unknown) => {
    // Nothing else of it is reported.
    const { status, button_id, error, slug, is_visible }: Details = data ?? {};
    if (type === 'visibility_changed') setActive(is_visible !== false);
    if (reported.test(type)) report(toScriptName(type), { status, button_id, error, slug });
  });

  addEventListener(
    'message',
    guarded(({ data, source }: MessageEvent) => {
      const { eventType, eventData } = JSON.parse(data);
      if (source === parent) receive(eventType, eventData);
    }),
  );
  for (const owner of [window.Telegram?.WebView, window.TelegramGameProxy]) {
    const original = owner?.receiveEvent;
    if (original) {
      owner.receiveEvent = function (type, data) {
        receive(type, data);
        return original.call(this, type, data);
      };
    }
  }
}
