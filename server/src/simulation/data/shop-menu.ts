import type { InlineButton, InlineKeyboard } from '../users/telegram-types.ts';

/** Texts of the shop bot in one language. */
interface ShopTexts {
  welcome: string;
  menu: string;
  /** By the callback data of the buttons that are answered with a text of their own. */
  sections: Readonly<Record<string, string>>;
  buttons: Readonly<Record<string, string>>;
}

type Rows = readonly (readonly string[])[];

/** Callback data of the buttons, row by row: the menu itself, and what its sections have. */
const menuRows: Rows = [
  ['catalog', 'cart'],
  ['orders', 'faq'],
];
const sectionRows: Rows = [
  ['item:1', 'item:2', 'item:3'],
  ['item:4', 'item:7', 'size:41', 'size:42'],
  ['pay', 'subscribe', 'back'],
];

const english: ShopTexts = {
  welcome: 'Welcome to the demo shop! What would you like to see?',
  menu: 'What would you like to see?',
  sections: {
    catalog: 'New arrivals: sneakers, jackets and backpacks. Choose a model:',
    cart: 'There are 2 items in your cart.',
    orders: 'Your last order is on its way and arrives in two days.',
    pay: 'Choose how to pay. The invoice is valid for an hour.',
  },
  buttons: {
    catalog: '🛍 Catalogue',
    cart: '🧺 Cart',
    orders: '📦 My orders',
    faq: '💬 Questions',
    'item:1': 'Sneakers',
    'item:2': 'Jacket',
    'item:3': 'Backpack',
    'item:4': 'Cap',
    'item:7': 'Gift card',
    'size:41': 'Size 41',
    'size:42': 'Size 42',
    pay: '💳 Pay',
    subscribe: '🔔 News',
    back: '← Back',
  },
};

const russian: ShopTexts = {
  welcome: 'Добро пожаловать в демо-магазин! Что показать?',
  menu: 'Что показать?',
  sections: {
    catalog: 'Новинки: кроссовки, куртки и рюкзаки. Выберите модель:',
    cart: 'В корзине 2 товара.',
    orders: 'Последний заказ в пути, привезём через два дня.',
    pay: 'Выберите способ оплаты. Счёт действует час.',
  },
  buttons: {
    catalog: '🛍 Каталог',
    cart: '🧺 Корзина',
    orders: '📦 Мои заказы',
    faq: '💬 Вопросы',
    'item:1': 'Кроссовки',
    'item:2': 'Куртка',
    'item:3': 'Рюкзак',
    'item:4': 'Кепка',
    'item:7': 'Сертификат',
    'size:41': 'Размер 41',
    'size:42': 'Размер 42',
    pay: '💳 Оплатить',
    subscribe: '🔔 Новости',
    back: '← Назад',
  },
};

const speakRussian = new Set(['ru', 'uk', 'be', 'kk']);
const textsFor = (language: string | undefined): ShopTexts =>
  language !== undefined && speakRussian.has(language) ? russian : english;

/** A message of the bot. */
interface ShopMessage {
  text: string;
  reply_markup: InlineKeyboard;
}

/** The bot's menu, as it answers everything that is written to it. */
export function menuMessage(language: string | undefined, isWelcome = false): ShopMessage {
  const texts = textsFor(language);
  return { text: isWelcome ? texts.welcome : texts.menu, reply_markup: buildKeyboard(texts, menuRows) };
}

/** Returns the menu's message after a press of a button; null for buttons that change nothing. */
export function sectionMessage(data: string, language: string | undefined): ShopMessage | null {
  const texts = textsFor(language);
  const text = texts.sections[data];
  return text === undefined ? null : { text, reply_markup: buildKeyboard(texts, sectionRows) };
}

/** The message that has this button. */
export function messageWithButton(data: string, language: string | undefined): ShopMessage {
  if (menuRows.flat().includes(data)) return menuMessage(language);
  const texts = textsFor(language);
  return { text: texts.sections.catalog ?? texts.menu, reply_markup: buildKeyboard(texts, sectionRows) };
}

const buildKeyboard = ({ buttons }: ShopTexts, rows: Rows): InlineKeyboard => ({
  inline_keyboard: rows.map((row) =>
    row.map((data): InlineButton => ({ text: buttons[data] ?? data, callback_data: data })),
  ),
});
