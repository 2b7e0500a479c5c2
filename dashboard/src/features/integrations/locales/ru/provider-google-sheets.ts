import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-google-sheets.ts';

export const texts: Translated<typeof en> = {
  name: 'Google Sheets',
  about: 'Одна строка таблицы на каждое событие.',
  leaves:
    'Строка для каждого выбранного события в столбцах A–K: ID, время, тип, бот, ID пользователя, имя, username, источник, сумма, валюта и подробности. Имена и тексты — только с вашего разрешения. Google Sheets нельзя попросить удалить пользователя: удалите его строки там вручную.',
  steps: {
    project: 'В Google Cloud создайте проект и включите Google Sheets API.',
    account: 'Создайте сервисный аккаунт: IAM & Admin → Service Accounts.',
    key: 'На его вкладке Keys добавьте ключ типа JSON и скачайте файл.',
    share: 'Дайте адресу аккаунта (…gserviceaccount.com) доступ к таблице с ролью редактора.',
    paste: 'Вставьте весь файл ниже.',
  },
  fields: {
    spreadsheet: { label: 'Таблица', hint: 'Её адрес или ID.' },
    sheet: {
      label: 'Лист',
      hint: 'Название на ярлыке. Строки добавляются ниже последней; в пустом листе появится и заголовок.',
    },
    key: { label: 'Файл ключа', hint: 'Текст JSON-файла от первой скобки до последней.' },
  },
  test: 'Доказывает, что лист существует и доступен для изменений. Ничего не записывается.',
};
