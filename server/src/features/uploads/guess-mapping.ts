import type { UploadField } from '@botscope/contract';

/** Names of the fields in exports, in lower case, letters only; the surest first. */
const synonyms: Readonly<Record<UploadField, readonly string[]>> = {
  user_id: [
    'userid',
    'telegramid',
    'telegramuserid',
    'tgid',
    'tguserid',
    'chatid',
    'telegramchatid',
    'tgchatid',
    'fromid',
    'uid',
    'tid',
    'id',
    'idпользователя',
    'айди',
    'ид',
  ],
  username: [
    'username',
    'userusername',
    'tgusername',
    'telegramusername',
    'nickname',
    'nick',
    'login',
    'логин',
    'ник',
    'юзернейм',
  ],
  first_name: ['firstname', 'userfirstname', 'tgfirstname', 'givenname', 'name', 'fullname', 'имя'],
  last_name: ['lastname', 'userlastname', 'tglastname', 'surname', 'familyname', 'фамилия'],
  language_code: ['languagecode', 'userlanguagecode', 'language', 'lang', 'locale', 'язык'],
  is_premium: ['ispremium', 'userispremium', 'premium', 'премиум'],
  date_added: [
    'dateadded',
    'createdat',
    'created',
    'datecreated',
    'createddate',
    'registered',
    'registeredat',
    'registration',
    'registrationdate',
    'registerdate',
    'joined',
    'joinedat',
    'joindate',
    'subscribedat',
    'subscribed',
    'subscriptiondate',
    'startedat',
    'startdate',
    'firstseen',
    'firstvisit',
    'date',
    'датарегистрации',
    'датадобавления',
    'датаподписки',
    'датасоздания',
    'дата',
  ],
  source: [
    'source',
    'utmsource',
    'startpayload',
    'startparam',
    'payload',
    'utm',
    'deeplink',
    'start',
    'referrer',
    'ref',
    'источник',
    'метка',
  ],
  status: [
    'status',
    'userstatus',
    'state',
    'blocked',
    'isblocked',
    'botblocked',
    'banned',
    'active',
    'isactive',
    'alive',
    'live',
    'subscriptionstatus',
    'статус',
    'заблокирован',
    'активен',
  ],
  date_left: [
    'dateleft',
    'leftat',
    'blockedat',
    'dateblocked',
    'unsubscribedat',
    'stoppedat',
    'датаотписки',
    'датаблокировки',
  ],
};

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/**
 * Guesses the column of each field by the columns' names; in a list without names the first column of whole numbers
 * has the users.
 */
export function guessMapping(
  columns: readonly string[],
  preview: readonly (readonly string[])[],
): Partial<Record<UploadField, string>> {
  const mapping: Partial<Record<UploadField, string>> = {};
  const takenColumns = new Set<string>();
  for (const [field, words] of Object.entries(synonyms) as [UploadField, readonly string[]][]) {
    const match = words
      .map((word) => columns.find((column) => normalizeName(column) === word && !takenColumns.has(column)))
      .find((column) => column !== undefined);
    if (match === undefined) continue;
    mapping[field] = match;
    takenColumns.add(match);
  }
  if (mapping.user_id === undefined && preview.length > 0) {
    const index = columns.findIndex(
      (column, position) => !takenColumns.has(column) && preview.every((row) => /^\d{4,}$/.test(row[position] ?? '')),
    );
    const column = columns[index];
    if (column !== undefined) mapping.user_id = column;
  }
  return mapping;
}
