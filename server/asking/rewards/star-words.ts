// The words for a star, as they begin, in the languages of our forms.
const stars = [
  ...[
    'star',
    'stern',
    'étoile',
    'etoile',
    'ster(?!ling)',
    'stell',
    'estrel',
    'estrell',
    'stjern',
    'stjörn',
    'stjärn',
  ],
  ...['täht', 'tähe', 'tähde', 'gwiazd', 'hvězd', 'hviezd', 'csillag', 'stea', 'stele', 'zvijezd', 'zvezd'],
  ...['звезд', 'звёзд', 'зірк', 'зірок', 'zvaigz', 'žvaigž', 'αστέρ', 'αστερ', 'yıldız', 'yildiz'],
  ...['نجم', 'نجوم', 'ستار', 'כוכב', 'सितार', 'स्टार', 'তারা', 'স্টার', '星', '별', 'ดาว', 'sao', 'bintang'],
]
const figure = '(?:[1-5１-５१-५১-৫๑-๕١-٥۱-۵]|[一二三四五])'
const word = `(?:${stars.join('|')})`
const between = String.raw`[\s\p{Pd}+*/]*(?:顆|颗|つ|개|個|ดวง|ngôi\s+)?[\s\p{Pd}]*`

const numbered = new RegExp(
  String.raw`[★☆⭐🌟✮✯]|(?<![\p{N}.,])${figure}${between}${word}|${word}[\p{L}\p{M}]*\s*${figure}(?![\p{N}.,]|\s*%)`,
  'iu',
)

// The numbers from two to five as words, beside the word for a star in the same language: "to star" is no Danish.
const spelled: [string, string][] = [
  ['two|three|four|five', 'stars?(?!\\p{L})'],
  ['zwei|drei|vier|fünf|fuenf', 'stern'],
  ['deux|trois|quatre|cinq', '[ée]toile'],
  ['dos|tres|cuatro|cinco|dois|duas|três|quatro', 'estrel'],
  ['due|tre|quattro|cinque', 'stell'],
  ['twee|drie|vier|vijf', 'sterren'],
  ['to|tre|fire|fem|två|fyra', 'stj[eä]rn'],
  ['tvær|þrjár|fjórar|fimm|fjórum', 'stjörn'],
  ['kaks|kahe|kolm|kolme|neli|nelja|viis|viie', 'täh'],
  ['kaksi|kah[dt]\\p{L}*|kolm\\p{L}+|nelj\\p{L}+|viisi|viid\\p{L}+|viittä', 'täh'],
  ['dwie|trzy|cztery|czterech|pięć|pięciu', 'gwiazd'],
  ['dvě|tři|čtyři|pět|pěti|dve|tri|štyri|päť|piatich', 'h(?:vě|vie)zd'],
  ['két|kettő|három|négy|öt', 'csillag'],
  ['două|trei|patru|cinci', 'stele'],
  ['dvije|dve|tri|četiri|štiri|pet', 'z(?:vij|v)ezd'],
  ['две|три|четири|четыре|четырёх|пет|пять|пяти', 'зв[её]зд'],
  ["дві|три|чотири|п['’ʼ]ять|п['’ʼ]яти", 'зір(?:к|ок)'],
  ['divas|trīs|četras|piecas|piecām|dvi|trys|keturios|penkios|penkias|penkių', '[zž]vai(?:gz|gž)'],
  ['δύο|τρία|τέσσερα|πέντε', 'αστ[έε]ρ'],
  ['iki|üç|dört|beş', 'yıldız'],
  ['ثلاث|ثلاثة|أربع|اربع|أربعة|خمس|خمسة', 'نجوم'],
  ['دو|سه|چهار|پنج', 'ستار'],
  ['שני|שלושה|ארבעה|חמישה', 'כוכב'],
  ['दो|तीन|चार|पांच|पाँच', '(?:सितार|स्टार)'],
  ['দুই|তিন|চার|পাঁচ', '(?:তারা|স্টার)'],
  ['hai|ba|bốn|năm', '(?:ngôi\\s+)?sao(?!\\p{L})'],
  ['dua|tiga|empat|lima', 'bintang'],
]
// In Thai there is no space, in many languages number and star may be one word, and in Korean and Indonesian the number may follow.
const joined = [
  '(?:สอง|สาม|สี่|ห้า)\\s*ดาว',
  '(?:two|three|four|five)stars?(?!\\p{L})',
  '(?:zwei|drei|vier|fünf|fuenf)stern',
  '(?:twee|drie|vier|vijf)sterren',
  '(?:to|tre|fire?|fem|två|fyra?)stj[eä]rn',
  '(?:tveggja|þriggja|fjögurra|fimm)stjörn',
  '(?:kahden|kolmen|neljän|viiden)täh',
  '(?:kahe|kolme|nelja|viie)tä(?:h|rni)',
  '(?:két|három|négy|öt)csillag',
  '(?:dwu|trzy|cztero|pięcio)gwiazd',
  '(?:dvou|tří|čtyř|pěti)hvězd',
  '(?:dvoj|troj|štvor|päť)hviezd',
  '(?:dvo|tro|tri|četvero|četvoro|štiri|pet(?:er)?o?)zv(?:ij|j)?ezd',
  '(?:двух|тр[её]х|четыр[её]х|пяти|дву|три|четири|пет)зв[её]зд',
  "(?:дво|три|чотири|п['’ʼ]яти)зірк",
  '(?:div|trīs|četr|piec)zvaigž',
  '(?:dvi|tri|keturia|penkia)žvaigžd',
  '(?:δι|τρι|τετρ|πεντ)[άα]στερ',
  '별\\s*(?:두|세|네|다섯)\\s*개',
  'bintang\\s+(?:dua|tiga|empat|lima)(?!\\p{L})',
]
const inWords = new RegExp(
  [
    ...spelled.map(([numbers, star]) => `(?<!\\p{L})(?:${numbers})[\\s\\p{Pd}]+${star}`),
    ...joined.map(text => `(?<!\\p{L})${text}`),
  ].join('|'),
  'iu',
)

/** Whether a text names a number of stars, as in “for 5 stars” or “for five stars”. Stars without a number may be on a mug. */
export function namesStars(words: string): boolean {
  const text = words.normalize('NFC')
  return numbered.test(text) || inWords.test(text)
}
