import { type ComponentType, createContext } from 'react';

/** A step on the way to the page. The last one (the page itself) has no address. */
export interface Crumb {
  label: string;
  to?:
    | '/'
    | '/bots'
    | '/conversion'
    | '/targets'
    | '/segments'
    | '/users'
    | '/mailing'
    | '/webapps'
    | '/code4-site'
    | '/integrations';
  /** Key of the bot whose settings the step leads to. */
  bot?: string;
}

/** Parts that the application puts around every page behind the side menu. */
interface PageFrame {
  TopBar: ComponentType<{ title: string; crumbs: readonly Crumb[] }>;
  PinButton: ComponentType<{ title: string }>;
}

const renderNothing = () => null;

/** The top bar and the pin know the menu and the features, which a page does not. */
export const PageFrameContext = createContext<PageFrame>({ TopBar: renderNothing, PinButton: renderNothing });
