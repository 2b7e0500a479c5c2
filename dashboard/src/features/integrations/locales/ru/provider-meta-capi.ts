import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-meta-capi.ts';

export const texts: Translated<typeof en> = {
  name: 'Meta Conversions API',
  about: 'Конверсии бота — для рекламы в Facebook и Instagram.',
  leaves:
    'Имя, ID и время события, сумма, валюта, ID платежа и название цели; ID пользователя в виде SHA-256, имена — тоже в виде SHA-256 и только с вашего разрешения; fbp и fbc браузера, если они известны, и адрес страницы без параметров.',
  steps: {
    dataset: 'В Meta Events Manager выберите набор данных (пиксель) и скопируйте его ID на вкладке Settings.',
    token: 'На вкладке Settings в разделе Conversions API нажмите Generate access token и скопируйте токен.',
    test: 'По желанию скопируйте тестовый код на вкладке Test Events.',
  },
  fields: {
    dataset_id: { label: 'ID набора данных', hint: 'Совпадает с ID пикселя.' },
    access_token: { label: 'Токен доступа', hint: 'Токен Conversions API. Начинается с EAA.' },
    test_event_code: {
      label: 'Тестовый код',
      hint: 'Пока он указан, события видны и в Test Events. Они всё равно учитываются, поэтому после проверки удалите код.',
    },
    star_value: {
      label: 'Стоимость одной звезды',
      hint: 'Meta не принимает Telegram Stars. 0 — покупки за звёзды не отправляются.',
    },
    star_currency: { label: 'Валюта этой стоимости', hint: 'Три буквы, например USD.' },
  },
  test: 'Доказывает, что токен и набор данных работают. Одно событие, BotscopeTest, остаётся в наборе данных. Сможет ли Meta узнать ваших пользователей, проверка не доказывает.',
};
