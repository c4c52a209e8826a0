import { expect, test } from 'vitest'
import { fullName } from './full-name.ts'
import { readPersonName } from './person-name.ts'
import { shortName } from './short-name.ts'

test.each([
  ['Maria da Silva', 'Maria S.'],
  ['  maria   silva ', 'maria S.'],
  ['Dr. Ana Souza', 'Ana S.'],
  ['DRA. LIA PRADO', 'LIA P.'],
  ['Prof. Dr. Klaus Weber', 'Klaus W.'],
  ['Dr. Souza', 'Souza'],
  ['Caio Prado Filho', 'Caio P.'],
  ['Ana Lima Júnior', 'Ana L.'],
  ['Rui Costa e Silva Neto', 'Rui S.'],
  ['John Smith Jr.', 'John S.'],
  ['John Smith Sr.', 'John S.'],
  ['Henry Ford II', 'Henry F.'],
  ['Pedro Neto', 'Pedro N.'],
  ['Don Johnson', 'Don J.'],
  ['Dott.ssa Bianca Riva', 'Bianca R.'],
  ['Ing. Paola Sáenz', 'Paola S.'],
  ['Dª Inés Robles', 'Inés R.'],
  ['Doña Inés Robles', 'Inés R.'],
  ['D. Inés Robles', 'Inés R.'],
  ['D. Robles', 'D. R.'],
  ['M. Luc Petit', 'Luc P.'],
  ['Herrn Otto Lang', 'Otto L.'],
  ['Dhr. Bram de Wit', 'Bram W.'],
  ['Mevr. de Wit', 'Wit'],
  ['Gen Urobuchi', 'Gen U.'],
  ['السيد كريم حداد', 'كريم ح.'],
  ['г-н Пётр Лавров', 'Пётр Л.'],
  ['Ayla Hanım', 'Ayla'],
  ['Robles, Inés', 'Inés R.'],
  ['Inés Robles, PhD', 'Inés R.'],
  ['Rui Lima (trabalho)', 'Rui L.'],
  ['Sem Visser', 'Sem V.'],
  ['Ludwig van der Berg', 'Ludwig B.'],
  ['Sophie von Trapp', 'Sophie T.'],
  ['Ahmad bin Ismail', 'Ahmad I.'],
  ['Karim al-Haddad', 'Karim H.'],
  ['مريم الأحمد', 'مريم أ.'],
  ['Łukasz łoś', 'Łukasz Ł.'],
  ['J.R. Tolkien', 'J.R. T.'], // no address
  ['ანა გელაშვილი', 'ანა გ.'], // Georgian begins names with small letters
  ['Maria', 'Maria'],
  ['Ana •••', 'Ana'],
  ['Ana <•••>', 'Ana'],
  ['Ana \u202eMaria', 'Ana M.'],
  ['Maria 😀', 'Maria'],
  ['•••', '•••'],
  [' 4711 ', '4711'],
  [' ', ''],
])('%j is shortened to %j', (full, short) => {
  expect(shortName(full)).toBe(short)
})

// What people call the person, and how shops of that language shorten names. The reasons are in decision 103.
test.each([
  // Hungarian law on names (Act I of 2010) writes the family name first, and newspapers shorten it: K. Anna.
  ['hu', 'Kovács Anna', 'Anna', 'K. Anna'],
  ['hu', 'dr. Nagy László', 'László', 'N. László'],
  ['hu', 'Szabó-Tóth Réka', 'Réka', 'S. Réka'],
  // Forms of shops from elsewhere store the given name first.
  ['hu', 'Anna Kovács', 'Anna', 'Anna K.'],
  ['hu', 'Boróka Kovács', 'Boróka', 'Boróka K.'],
  ['de', 'Prof. Dr. med. Hans von der Heide', 'Hans', 'Hans H.'],
  ['en', 'Kovács Anna', 'Kovács', 'Kovács A.'],
  // Vietnamese people are called by the last word, in formal speech, too.
  ['vi', 'Nguyễn Thị Hoa', 'Hoa', 'N. Hoa'],
  ['vi', 'Đặng Văn Lâm', 'Lâm', 'Đ. Lâm'],
  ['vi', 'Hoa Nguyễn', 'Hoa', 'Hoa N.'],
  // In Japan and Korea a given name alone is for friends and children.
  ['ja', '山田太郎', '山田太郎', '山**'],
  ['ja', '山田 太郎', '山田 太郎', '山田**'],
  ['ja', '山田太郎様', '山田太郎', '山**'],
  ['ja', 'さくら', 'さくら', 'さくら'],
  ['ko', '김민수', '김민수', '김**'],
  ['ko', '김 민수', '김민수', '김**'],
  ['ko', '남궁 민수', '남궁민수', '남궁**'],
  ['ko', '김민수님', '김민수', '김**'],
  ['zh-CN', '王小明', '王小明', '王**'],
  ['zh-TW', '歐陽 娜娜', '歐陽 娜娜', '歐陽**'],
  // The first of two Spanish family names is the one that counts (Civil Code, article 109).
  ['es', 'Ana García López', 'Ana', 'Ana G.'],
  ['es', 'Ana María López', 'Ana', 'Ana L.'],
  ['es', 'Ana María García López', 'Ana', 'Ana G.'],
  ['es', 'Ana de la Torre Pérez', 'Ana', 'Ana T.'],
  ['es', 'Ana García', 'Ana', 'Ana G.'],
  ['pt-BR', 'Ana García López', 'Ana', 'Ana L.'],
  ['ru', 'Иванова Анна Сергеевна', 'Анна', 'Анна И.'],
  ['ru', 'Анна Сергеевна Иванова', 'Анна', 'Анна И.'],
  ['ru', 'Ирина Коваль', 'Ирина', 'Ирина К.'],
  ['uk', 'Любов Коваль', 'Любов', 'Любов К.'],
  ['ru', 'Яков Шмидт', 'Яков', 'Яков Ш.'],
  ['uk', 'Шевченко Тарас', 'Тарас', 'Тарас Ш.'],
  ['tr', 'ipek inan', 'ipek', 'ipek İ.'],
  ['tr', 'Ayşe Yılmaz Hanım', 'Ayşe', 'Ayşe Y.'],
  // Newspapers in Hebrew shorten names with a geresh.
  ['he', 'דנה כהן', 'דנה', 'דנה כ׳'],
  ['ar', 'كريم حداد', 'كريم', 'كريم ح.'],
  // The vowel is written first and said later: the initial is its consonant.
  ['th', 'สมชาย ใจดี', 'สมชาย', 'สมชาย จ.'],
  ['th', 'นางสาวมาลี แสงทอง', 'มาลี', 'มาลี ส.'],
  // A letter with its vowel signs is one unit of writing.
  ['hi', 'राहुल शर्मा', 'राहुल', 'राहुल श.'],
  ['hi', 'श्रीमती सीता मीणा', 'सीता', 'सीता मी.'],
  ['bn', 'রিনা চৌধুরী', 'রিনা', 'রিনা চৌ.'],
] as const)('in %s, %s is called %s, and shortened to %s', (language, full, given, short) => {
  expect([readPersonName(full, language).given, shortName(full, language)]).toEqual([given, short])
})

test.each([
  ['Ana M.', 'pt-BR'],
  ['Ana M.', 'hu'],
  ['K. Anna', 'hu'],
  ['N. Hoa', 'vi'],
  ['山田**', 'ja'],
  ['王**', 'zh-CN'],
  ['דנה כ׳', 'he'],
  ['สมชาย จ.', 'th'],
])('%s, in %s, stays as it is where it is shortened again', (short, language) => {
  expect(shortName(short, language)).toBe(short)
})

test.each([
  'お客様',
  '고객님',
  'Khách hàng',
  'Müşteri',
  'Клиент',
  'لا أحد@example.com',
  'Гость',
  '-',
  'N/A',
])('%s is nobody', full => {
  expect(readPersonName(full).given).toBe('')
})

test.each([
  ['Ana', 'Martins', 'Ana Martins'],
  ['太郎', '山田', '山田 太郎'],
  ['민수', '김', '김 민수'],
  ['Ken', '山田', 'Ken 山田'],
  ['Ana', null, 'Ana'],
  [undefined, ' ', ''],
])('the names %s and %s are written %s', (given, family, full) => {
  expect(fullName(given, family)).toBe(full)
})
