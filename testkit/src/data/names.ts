/** Given and family names by the language a person speaks; all of them common, none of anyone in particular. */
export interface NameSet {
  first: readonly string[];
  last: readonly string[];
}

const slavic: NameSet = {
  first: [
    'Анна', 'Мария', 'Елена', 'Ольга', 'Наталья', 'Екатерина', 'Татьяна', 'Ирина', 'Светлана', 'Юлия', 'Дарья', 'Ксения',
    'Полина', 'Алина', 'Виктория', 'София', 'Александр', 'Дмитрий', 'Сергей', 'Андрей', 'Алексей', 'Максим', 'Иван', 'Михаил',
    'Никита', 'Артём', 'Егор', 'Илья', 'Кирилл', 'Роман', 'Павел', 'Владимир', 'Денис', 'Тимур', 'Глеб', 'Матвей', 'Лена',
    'Саша', 'Катя', 'Дима', 'Женя', 'Настя', 'Олег', 'Вика',
  ],
  last: [
    'Иванова', 'Смирнов', 'Кузнецова', 'Попов', 'Васильева', 'Петров', 'Соколова', 'Михайлов', 'Новикова', 'Фёдоров',
    'Морозова', 'Волков', 'Алексеева', 'Лебедев', 'Семёнова', 'Егоров', 'Павлова', 'Козлов', 'Степанова', 'Николаев',
    'Орлова', 'Андреев', 'Макарова', 'Никитин', 'Захарова', 'Зайцев', 'Соловьёва', 'Борисов', 'Яковлева', 'Григорьев',
  ],
};

const english: NameSet = {
  first: [
    'Emma', 'Olivia', 'Sophia', 'Ava', 'Grace', 'Chloe', 'Lucy', 'Amelia', 'Ella', 'Hannah', 'James', 'Oliver', 'Jack',
    'Harry', 'Noah', 'Liam', 'Ethan', 'Ben', 'Sam', 'Alex', 'Daniel', 'Chris', 'Kate', 'Max', 'Leo', 'Mia', 'Ryan', 'Zoe',
  ],
  last: [
    'Smith', 'Jones', 'Taylor', 'Brown', 'Williams', 'Wilson', 'Johnson', 'Davies', 'Wright', 'Walker', 'White', 'Hall',
    'Green', 'Wood', 'Clarke', 'Harris', 'Lewis', 'Young', 'Baker', 'Turner', 'Cooper', 'Ward', 'Morris', 'Bell',
  ],
};

const ukrainian: NameSet = {
  first: ['Оксана', 'Ірина', 'Тетяна', 'Наталія', 'Юлія', 'Богдан', 'Тарас', 'Олександр', 'Андрій', 'Максим', 'Марія', 'Софія', 'Дмитро', 'Назар'],
  last: ['Шевченко', 'Коваленко', 'Бондаренко', 'Ткаченко', 'Кравченко', 'Олійник', 'Мельник', 'Поліщук', 'Марченко', 'Лисенко'],
};

const kazakh: NameSet = {
  first: ['Айгерим', 'Алия', 'Динара', 'Мадина', 'Асель', 'Нурлан', 'Арман', 'Данияр', 'Ерлан', 'Тимур', 'Айдос', 'Жанна'],
  last: ['Ахметов', 'Сулейменова', 'Оспанов', 'Касымова', 'Нурланов', 'Ибраева', 'Абдрахманов', 'Жумабаева'],
};

const uzbek: NameSet = {
  first: ['Dilnoza', 'Nilufar', 'Malika', 'Gulnora', 'Jasur', 'Otabek', 'Sardor', 'Aziz', 'Bekzod', 'Shahzod', 'Kamola', 'Ulugbek'],
  last: ['Karimov', 'Rahimova', 'Yusupov', 'Tursunova', 'Abdullayev', 'Ismoilova', 'Xolmatov', 'Nazarova'],
};

const spanish: NameSet = {
  first: ['Lucía', 'María', 'Carmen', 'Sofía', 'Paula', 'Hugo', 'Mateo', 'Pablo', 'Diego', 'Javier', 'Elena', 'Carlos'],
  last: ['García', 'Fernández', 'López', 'Martínez', 'Sánchez', 'Pérez', 'Gómez', 'Ruiz', 'Díaz', 'Torres'],
};

const german: NameSet = {
  first: ['Lena', 'Anna', 'Lea', 'Marie', 'Lukas', 'Jonas', 'Felix', 'Paul', 'Nina', 'Tobias', 'Jan', 'Julia'],
  last: ['Müller', 'Schmidt', 'Schneider', 'Fischer', 'Weber', 'Wagner', 'Becker', 'Hoffmann', 'Koch', 'Richter'],
};

const turkish: NameSet = {
  first: ['Ayşe', 'Elif', 'Zeynep', 'Fatma', 'Merve', 'Mehmet', 'Ahmet', 'Mustafa', 'Emre', 'Burak', 'Can', 'Deniz'],
  last: ['Yılmaz', 'Kaya', 'Demir', 'Şahin', 'Çelik', 'Yıldız', 'Aydın', 'Öztürk', 'Arslan', 'Doğan'],
};

/** By IETF language code; a person whose app tells no language gets the English set. */
export const NAMES: Record<string, NameSet> = {
  ru: slavic,
  be: slavic,
  en: english,
  uk: ukrainian,
  kk: kazakh,
  uz: uzbek,
  es: spanish,
  de: german,
  tr: turkish,
};

export const DEFAULT_NAMES = english;
