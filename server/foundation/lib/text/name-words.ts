/** Words in names as shops and buyers write them, in lower case and without accents and dots. */

/** Words that are given names too, such as Don, are missing on purpose. */
export const titles = wordsOf(
  'mr mrs ms miss mx dr dra drs prof profa profª sir madam sr sra srta srª senhor senhora senor senora senorita dona dª ' +
    'herr herrn frau monsieur madame mme mlle signor signora sig sigra dottore dottoressa dottssa meneer mevrouw pani pan ' +
    'sayin sayın familie familia famille fru hr mgr mudr inz domnul doamna κος κα κυρια κυριος господин госпожа г-н г-жа ' +
    'пан пані السيد السيدة الدكتور الدكتورة آقای اقای خانم מר גב גברת דר ד״ר श्री श्रीमती सुश्री जनाब জনাব bapak ibu bpk encik cik ' +
    'puan tuan dipl-ing',
)

/** With their dot only: Rev, Gen and Eng are names. */
export const dottedTitles = wordsOf(
  'ing lic arq dott avv eng rev capt cap col gen sgt mag dhr mevr mw mons pe bc ozv med rer nat phil jur dipl habil κ ا د م',
)

/** "D. José Ruiz" is a title, and "D. Ruiz" an initial. */
export const initialTitles = wordsOf('d m')

export const suffixes = wordsOf(
  'filho filha junior jr sr neto neta sobrinho sobrinha segundo terceiro hijo ii iii iv phd md',
)

/** In small letters: Di and Van are given names. */
export const particles = new Set(
  'de da do das dos di del della van von der den ter ten la le du los las el y e zu zur af bin binti bint ibn al بن بنت ابن'.split(
    ' ',
  ),
)

/** They follow a name of one word, too. */
export const honorifics = wordsOf('bey hanim hanım 様 さん 先生 氏 씨 님 小姐 女士 ji जी')

export const placeholders = wordsOf(
  'null undefined nan none nil n/a guest anonymous anonimo anonima anonyme anonym anonim unknown desconhecido desconocido ' +
    'unbekannt inconnu test teste prueba customer client cliente kunde kundin gast convidado convidada invitado invitada ' +
    'invite visitor visitante visiteur besucher ospite visitatore user usuario utilizador consumidor comprador buyer ' +
    'shopper admin administrator administrador noname nome nombre vorname prenom asdf qwerty misafir ziyaretci gosc klient ' +
    'zakaznik vasarlo asiakas kund pelanggan musteri müşteri πελατης гость аноним покупатель клиент клієнт ضيف زائر مجهول ' +
    'عميل مشتری אורח לקוח ग्राहक গ্রাহক ลูกค้า 匿名 ゲスト お客様 访客 游客 客户 顾客 訪客 客戶 顧客 손님 고객 고객님 익명 테스트 测试 テスト',
)

export const noNames = wordsOf(
  'no name|first name|sin nombre|sem nome|sans nom|senza nome|kein name|ohne name|без имени|khach hang',
  '|',
)

export const companies = wordsOf(
  'gmbh ltd ltda lda llc inc corp srl spa sarl sas eireli eirl bv nv oy aps plc pty pte sro kft ooo ооо оао',
)
export const shortCompanies = new Set([
  'AG',
  'KG',
  'UG',
  'SA',
  'S/A',
  'SL',
  'AB',
  'A/S',
  'ME',
  'MEI',
  'CV',
  'KK',
])

/**
 * Family names in Vietnam: a short closed list, of which Nguyễn alone is borne by about four in ten people. They show which
 * word of a name is the family's where a shop wrote the given name first.
 */
export const vietnameseFamilies = wordsOf(
  'nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh dao doan trinh lam luong truong cao ta to ' +
    'chau quach tong thai kieu luu phung quan tang than ton trieu vuong nghiem mac la lai giang ong',
)

/** The most frequent family names of Hungary. */
export const hungarianFamilies = wordsOf(
  'nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros simon racz ' +
    'fekete szilagyi torok feher balazs gal kis szucs kocsis orsos pinter fodor szalai sipos magyar lukacs gulyas biro ' +
    'katona laszlo jakab bogdan bodnar boros hegedus vass olah orban',
)

/** The most frequent given names of Hungary. A name without one of them begins with the family name. */
export const hungarianGiven = wordsOf(
  'adam adel adrienn agnes akos alexandra andras andrea aniko anna annamaria aron attila balazs balint barbara beata bela ' +
    'bence bernadett bettina bianka boglarka brigitta csaba csilla daniel david denes diana dominik dora dorina dorottya ' +
    'edina edit emese emma endre erika erzsebet eszter eva fanni ferenc flora fruzsina gabor gabriella gellert gergely ' +
    'gergo geza gizella gyorgy gyula hanna henrietta ibolya ildiko ilona imre istvan ivett janos jazmin jozsef judit julia ' +
    'julianna kalman karoly kata katalin katinka kinga kitti klara krisztian krisztina lajos laszlo laura lilla livia ' +
    'lorant luca magdolna marcell maria marianna mark marta marton mate melinda mihaly miklos milan monika nikolett nikoletta ' +
    'nora norbert noemi olga oliver orsolya otto pal petra peter piroska reka renata richard robert roland rozalia sandor ' +
    'sara szabolcs szilvia tamas terez tibor timea tunde valeria veronika viktor viktoria vilmos virag vivien zita zoltan ' +
    'zsanett zsofia zsolt zsuzsanna',
)

/** Second given names in Spanish: in "Ana María López" the family name is López, and in "Ana García López" García. */
export const spanishSecondGiven = wordsOf(
  'maria jose luis carlos antonio miguel angel angeles jesus manuel francisco javier alberto eduardo fernando pablo andres ' +
    'felipe enrique ignacio isabel teresa carmen elena luisa fernanda alejandra alejandro guadalupe cristina paula sofia ' +
    'beatriz victoria lucia pilar dolores rosario mercedes patricia gabriela gabriel rafael ramon david daniel ricardo ' +
    'roberto rosa laura valentina camila andrea juan pedro agustin augusto cesar esther eugenia belen milagros soledad ivan ' +
    'adrian sebastian nicolas',
)

function wordsOf(text: string, separator = ' '): ReadonlySet<string> {
  return new Set(text.split(separator).map(plain))
}

export function isIn(words: ReadonlySet<string>, word: string): boolean {
  return words.has(plain(word))
}

function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}.,:'’׳]/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
}
