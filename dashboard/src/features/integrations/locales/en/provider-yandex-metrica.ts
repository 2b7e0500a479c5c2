import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'Yandex Metrica',
  about: 'See what visitors of your website do in the bot, as goals with revenue.',
  leaves:
    'Name and time of the goal, amount and currency; the ClientID and page of the visitor, or the user ID as UserID; with page views also the name of the bot. Names and texts of users are never sent.',
  steps: {
    counter: 'In Yandex Metrica, open the settings of your tag (counter) and copy its ID.',
    protocol: 'In the additional settings of the tag, enable Measurement Protocol and copy the token.',
    goals:
      'For each event name, create a goal of the type “JavaScript event” with the condition “matches”: bot_start, bot_purchase and bot_conversion, unless you change the names.',
    app: 'To send events older than 12 hours, create an app at oauth.yandex.ru with the permissions metrika:read and metrika:offline_data.',
    oauth:
      'Open https://oauth.yandex.ru/authorize?response_type=token&client_id=… with the ClientID of the app and copy the OAuth token.',
  },
  fields: {
    counter_id: { label: 'Tag ID', hint: 'Number of the tag (counter).' },
    token: { label: 'Measurement Protocol token', hint: 'For events of the last 12 hours.' },
    oauth_token: {
      label: 'OAuth token',
      hint: 'For events up to 21 days old, and for conversions by UserID. Empty: these are not sent.',
    },
    unknown_users: {
      label: 'Users without a ClientID',
      hint: 'Metrica cannot add their events to a visit by ClientID. By UserID it can, if your website calls setUserID with the user ID that is sent here. This needs an OAuth token.',
      options: { skip: 'Do not send', user_id: 'Send as offline conversions by UserID' },
    },
    open_visits: {
      label: 'Open a new visit when needed',
      hint: 'Metrica drops an event whose visit ended more than 12 hours ago. A page view is sent first, and counts as a new visit.',
    },
    star_value: {
      label: 'Value of one Star',
      hint: 'Metrica does not accept Telegram Stars. 0: payments in Stars are sent without a value.',
    },
    star_currency: { label: 'Currency of this value', hint: 'Three letters, for example USD.' },
  },
  test: 'Proves that Metrica accepts requests and, with an OAuth token, that you have access to the tag. The Measurement Protocol token is not checked: look for the goal about 20 minutes after a real event. No data is left behind.',
} satisfies ProviderTexts<'yandex_metrica'>;
