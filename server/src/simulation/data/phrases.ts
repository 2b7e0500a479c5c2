/** Texts that users write to a shop bot: replies of a few words, and the recurring texts of its reply keyboard. */
export interface PhraseSet {
  free: readonly string[];
  /** Labels of a reply keyboard: the same text from many users. */
  keyboard: readonly string[];
  inline: readonly string[];
  captions: readonly string[];
}

const russian: PhraseSet = {
  free: [
    'Здравствуйте!',
    'добрый день',
    'Привет',
    'есть в наличии?',
    'а размер 42 есть?',
    'Сколько стоит доставка?',
    'Когда привезут заказ?',
    'можно оплатить при получении?',
    'хочу вернуть товар',
    'спасибо большое',
    'спс',
    'ок',
    'да',
    'нет',
    'Где мой заказ?',
    'Есть скидка на второй товар?',
    'какой цвет ещё есть?',
    'подскажите по размеру',
    'а чёрные будут?',
    'Доставка в Казань есть?',
    'номер заказа 4417',
    'не приходит промокод',
    'Промокод не работает 😕',
    'беру!',
    'А самовывоз откуда?',
    'Подарочная упаковка есть?',
    'хочу такие же',
    'дорого',
    'Можно побыстрее?',
    'всё пришло, спасибо ❤️',
    'Перезвоните мне, пожалуйста',
    'оплатил',
    'не могу оплатить картой',
    'В чём разница между моделями?',
    'жду поступления',
    'А гарантия какая?',
    'сколько идёт посылка?',
    'можно чек?',
    'Отличный магазин',
    'адрес поменялся',
  ],
  keyboard: ['🛍 Каталог', '🧺 Корзина', '📦 Мои заказы', '💬 Поддержка'],
  inline: ['кроссовки', 'куртка', 'размер 42', 'скидки', 'подарок', 'рюкзак'],
  captions: ['вот такие есть?', 'пришло с браком', 'хочу как на фото', 'чек'],
};

const english: PhraseSet = {
  free: [
    'Hi!',
    'hello',
    'is it in stock?',
    'do you have size 42?',
    'How much is delivery?',
    'when will my order arrive?',
    'Can I pay on delivery?',
    'I want to return an item',
    'thanks a lot',
    'thx',
    'ok',
    'yes',
    'no',
    'Where is my order?',
    'any discount for two?',
    'what other colours are there?',
    'help me with the size please',
    'will black be back?',
    'Do you ship abroad?',
    'order 4417',
    'promo code does not work',
    'I take it!',
    'Where can I pick it up?',
    'gift wrapping?',
    'same as last time',
    'too expensive',
    'can you hurry?',
    'got it, thank you ❤️',
    'please call me back',
    'paid',
    'card was declined',
    'what is the difference between these?',
    'waiting for restock',
    'is there a warranty?',
    'how long is shipping?',
    'can I get a receipt?',
    'great shop',
    'my address has changed',
  ],
  keyboard: ['🛍 Catalogue', '🧺 Cart', '📦 My orders', '💬 Support'],
  inline: ['sneakers', 'jacket', 'size 42', 'sale', 'gift', 'backpack'],
  captions: ['do you have these?', 'it came damaged', 'like in this picture', 'receipt'],
};

/** Languages in which users write Russian to the bot; all others write English. */
const writeRussian = ['ru', 'be', 'uk', 'kk', 'uz'];

/** The phrases of a user with this language code. */
export function phrasesFor(language: string | undefined): PhraseSet {
  return language !== undefined && writeRussian.includes(language) ? russian : english;
}
