import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskContacts } from './mask-contacts.ts'

// By country: sentences whose only digits are a phone number, and sentences that stay as they are.
const countries: Record<string, { masked: string[]; kept: string[] }> = {
  JP: {
    masked: [
      'お問い合わせは090-1234-5678までお願いします',
      '電話０３（１２３４）５６７８です',
      '携帯09012345678に連絡ください',
      '連絡先:+81 90-1234-5678',
    ],
    kept: [
      '注文番号は4500012345です',
      '2024年3月15日に届きました。価格は12,800円、サイズは30×20×15cm',
      '〒150-0001に配送、2024-2025モデル',
      '型番12345678が届いた、1250000円の価値',
      'JAN 4901234567894',
    ],
  },
  CN: {
    masked: [
      '有问题加我微信13812345678谢谢',
      '电话：138 1234 5678',
      '可以打１３８１２３４５６７８找我',
      '座机010-12345678',
    ],
    kept: [
      '订单号13812345678已签收',
      '价格1299.00元，尺寸10×15cm，2024-11-27收到',
      '快递单号 773123456789012',
      '条码6901234567892',
      '花了12500000元',
    ],
  },
  TW: {
    masked: ['請打0912-345-678找我', '電話(02)2345-6789'],
    kept: ['訂單編號0912345678', '113/03/15收到，1299元'],
  },
  HK: {
    masked: ['電話 9123 4567', 'WhatsApp 91234567', '+852 9123 4567'],
    kept: ['訂單91234567', '20241127到貨'],
  },
  KR: {
    masked: [
      '010-1234-5678로 연락 주세요',
      '연락처는 01012345678입니다',
      '전화번호 02-345-6789',
      '+82 10 1234 5678',
    ],
    kept: [
      '주문번호 2024112700123입니다',
      '가격은 1,250,000원이고 2024.11.27에 받았어요',
      '송장 012345678901',
      '1250000원 값',
    ],
  },
  TH: {
    masked: ['โทร081-234-5678ครับ', 'เบอร์ 0812345678', 'ติดต่อ ๐๘๑ ๒๓๔ ๕๖๗๘'],
    kept: ['คำสั่งซื้อ 0812345678', 'ราคา 1,290.00 บาท วันที่ 15/03/2567', 'ขนาด 10 x 15 ซม.', 'รหัสสินค้า 12345678'],
  },
  VN: {
    masked: ['gọi 0912 345 678', 'sđt 0912.345.678', 'Zalo 0912345678 nhé', 'liên hệ 024 3825 1234'],
    kept: ['mã đơn hàng 0912345678', 'giá 1.250.000đ', '1.250.000 đồng', 'ngày 27/11/2024'],
  },
  ID: {
    masked: ['hubungi 0812-3456-7890', 'WA 081234567890 ya', 'telp (021) 5551234'],
    kept: [
      'nomor resi 081234567890',
      'harga Rp 1.500.000',
      'harganya 1500000 rupiah',
      'no. pesanan 4500012345',
    ],
  },
  MY: {
    masked: ['hubungi 012-345 6789', 'telefon 03-8888 1234'],
    kept: ['no. pesanan 0123456789', 'RM 1299.00, 27/11/2024'],
  },
  IN: {
    masked: ['मेरा फोन 98765 43210 है', 'कॉल करें ९८७६५४३२१०', 'call 098765 43210', 'write me +91-98765-43210'],
    kept: ['ऑर्डर नंबर 9876543210', 'कीमत ₹ 1,25,000', 'Order ID 9876543210', '27-11-2024 को मिला'],
  },
  BD: { masked: ['ফোন ০১৭১২-৩৪৫৬৭৮', 'কল করুন 01712345678'], kept: ['অর্ডার ০১৭১২৩৪৫৬৭৮', 'দাম ১২৫০০০০ টাকা'] },
  SA: {
    masked: [
      'اتصل على ٠٥٠١٢٣٤٥٦٧',
      'جوالي 050 123 4567',
      'واتساب:0501234567',
      '\u202a+966 50 123 4567\u202c',
    ],
    kept: ['رقم الطلب ٠٥٠١٢٣٤٥٦٧', 'السعر ١٢٥٠٠٠٠ ريال', 'وصل في ٢٧/١١/٢٠٢٤', 'بتاريخ ١٤٤٦/٠٥/٢٥'],
  },
  AE: { masked: ['هاتفي 050-123-4567', 'call 04 234 5678'], kept: ['الطلب 0501234567', '1299 درهم'] },
  EG: {
    masked: ['موبايل ٠١٠٠١٢٣٤٥٦٧', 'كلمني ٠١٠ ٠١٢٣ ٤٥٦٧'],
    kept: ['رقم الطلب ٠١٠٠١٢٣٤٥٦٧', '١٢٥٠٠٠٠ جنيه'],
  },
  IR: {
    masked: ['تماس ۰۹۱۲۳۴۵۶۷۸۹', 'شماره من ۰۹۱۲ ۳۴۵ ۶۷۸۹ است', 'تلفن ۰۲۱-۸۸۷۷۶۶۵۵'],
    kept: ['کد رهگیری ۰۹۱۲۳۴۵۶۷۸۹', 'قیمت ۲۵۰۰۰۰۰ تومان', 'در تاریخ ۱۴۰۲/۰۳/۱۵'],
  },
  IL: {
    masked: ['תתקשרו ל050-123-4567', 'נייד 0501234567', 'טלפון 03-6123456'],
    kept: ['מספר הזמנה 0501234567', 'מחיר 1,299.00 ש"ח', 'הגיע ב-27.11.2024', 'עלה 1250000 שקלים'],
  },
  RU: {
    masked: [
      'звоните 8 (912) 345-67-89',
      'тел. 8-912-345-67-89',
      'мой номер 89123456789',
      'пишите +7 912 345 67 89',
    ],
    kept: [
      'номер заказа 89123456789',
      'цена 1 299 000 руб.',
      'артикул 12345678',
      '27.11.2024, 10 х 15 см',
      '1250000 ₽',
    ],
  },
  UA: {
    masked: ['телефонуйте 067 123 45 67', 'тел. (067) 123-45-67', 'дзвоніть 0671234567'],
    kept: ['номер замовлення 0671234567', 'ТТН 20450012345678', 'ціна 12 500 000 грн'],
  },
  BG: {
    masked: ['обадете се на 0888 123 456', 'тел. 02 987 6543'],
    kept: ['поръчка 0888123456', 'цена 1 250 000 лв'],
  },
  GR: {
    masked: ['τηλ. 2101234567', 'καλέστε 694 123 4567', 'κινητό 6941234567'],
    kept: ['αριθμός παραγγελίας 6941234567', 'τιμή 1.299,00 €', 'κωδικός 6941234567'],
  },
  PL: {
    masked: ['zadzwoń 600 123 456', 'tel. 22 123 45 67', 'numer 600-123-456', 'kom. 600123456'],
    kept: ['numer zamówienia 600123456', 'cena 1 299 000 zł', 'paczka 600123456', '27.11.2024, kod 30-001'],
  },
  CZ: {
    masked: ['volejte 601 123 456', 'mobil 601123456', '+420 601 123 456'],
    kept: ['číslo objednávky 601123456', 'cena 601 123 456 Kč', '12 500 000 korun'],
  },
  SK: {
    masked: ['volajte 0905 123 456', 'tel. 02/1234 5678'],
    kept: ['objednávka 0905123456', '1 250 000 €'],
  },
  HU: {
    masked: ['hívjon: 06 30 123 4567', 'tel.: 06-1-234-5678', '06301234567'],
    kept: ['rendelésszám 06301234567', 'ára 12 500 000 Ft', '2024.11.27'],
  },
  RO: {
    masked: ['sunați la 0721 123 456', 'telefon 0721.123.456'],
    kept: ['comanda 0721123456', '1.250.000 lei', 'preț 1 299 000 RON'],
  },
  TR: {
    masked: ['0532 123 45 67 numaralı hat', 'beni arayın 05321234567', '(0212) 345 67 89'],
    kept: [
      'sipariş no 05321234567',
      'fiyatı 1.250.000 TL',
      '27.11.2024 tarihinde geldi',
      'kargo takip 05321234567',
    ],
  },
  HR: {
    masked: ['nazovite 091 234 5678', 'mob 0912345678'],
    kept: ['broj narudžbe 0912345678', 'cijena 12 500 000 eura'],
  },
  RS: {
    masked: ['зовите 064 123 4567', 'pozovite 0641234567'],
    kept: ['поруџбина 0641234567', 'cena 1.250.000 dinara'],
  },
  SI: { masked: ['pokličite 041 234 567', 'tel. 01 234 56 78'], kept: ['naročilo 041234567'] },
  LT: {
    masked: ['skambinkite 8 612 34567', 'tel. 861234567', '+370 612 34567', 'arba (0-612) 34567'],
    kept: ['užsakymo nr. 861234567'],
  },
  LV: {
    masked: ['zvaniet 21 234 567', 'tel. 21234567', 'vai 21 234 567'],
    kept: ['pasūtījuma nr. 21234567', 'cena 21 234 567 €'],
  },
  EE: { masked: ['helista 5123 4567', 'tel 512 3456'], kept: ['tellimuse nr 51234567'] },
  FI: {
    masked: ['soita 040 123 4567', 'puh. 09 1234 5678', '0401234567'],
    kept: ['tilausnumero 0401234567', 'hinta 12 500 000 euroa'],
  },
  SE: {
    masked: ['ring 070-123 45 67', 'tel 08-123 456 78', 'mobil 0701234567'],
    kept: ['ordernummer 0701234567', 'pris 1 299 000 kr', '2024-11-27'],
  },
  NO: {
    masked: ['ring 412 34 567', 'tlf 22 12 34 56', 'mobil 41234567'],
    kept: ['ordrenummer 41234567', 'kostet 12 500 000 kroner'],
  },
  DK: {
    masked: ['ring til 20 41 30 51', 'tlf. 20413051'],
    kept: ['ordrenr. 20413051', '20241127', 'kostede 20 41 30 51 kr'],
  },
  IS: { masked: ['hringdu í 611 1234', 'sími 6111234'], kept: ['pöntun 6111234'] },
  NL: {
    masked: ['bel 06-12345678', 'mobiel 06 12 34 56 78', '020 123 4567'],
    kept: ['bestelnummer 0612345678', 'maat 38 40 42'],
  },
  BE: {
    masked: ['bel 0470 12 34 56', 'appelez le 02 123 45 67'],
    kept: ['bestelling 0470123456', 'commande 0470123456'],
  },
  AT: {
    masked: ['unter 0664 1234567', 'Tel. 01 2345678'],
    kept: ['Auftragsnummer 06641234567', 'Artikelnummer 12345678'],
  },
  IT: {
    masked: ['chiamami 347 123 4567', 'cell. 3471234567', 'tel. 06 1234 5678'],
    kept: ['ordine n. 3471234567', 'prezzo 1.299,00 €', 'codice 3471234567'],
  },
  AU: { masked: ['call 0412 345 678', 'on (02) 9123 4567'], kept: ['order 0412345678', '$1,299.00'] },
  NZ: { masked: ['text 021 123 4567', 'call 09 123 4567'], kept: ['order number 0211234567'] },
  ZA: { masked: ['call 082 123 4567', '011 234 5678'], kept: ['order 0821234567', 'R 12 500 000'] },
}

test.each(
  Object.entries(countries).flatMap(([country, { masked }]) => masked.map(text => [country, text] as const)),
)('in %s, the number in "%s" is masked', (country, text) => {
  const masked = maskContacts(text, { country })
  expect(masked).toContain('•••')
  expect(masked).not.toMatch(/\p{Nd}/u)
})

// What is no phone number in one country may look like a number of another.
test.each([
  ...Object.values(countries).flatMap(({ kept }) => kept),
  '2500-3000 lm',
])('%s stays in every country', text => {
  for (const country of Object.keys(countries))
    expect(`${country}: ${maskContacts(text, { country })}`).toBe(`${country}: ${text}`)
})

// Each begins like a word that announces a phone in another language.
test.each([
  'My ring 925 1234567 is lovely',
  'Diese Ringe 925 1234567 glänzen',
  'Falleg hringur 1234567',
  'A ruffled skirt, 1234567, in red',
  'Lekkere appels 1234567',
  'De bellen 1234567 glinsteren',
  'La scrivania 1234567 è solida',
  'Kontaktlinsen 1234567 passen gut',
  'Soit 1234567, soit un autre',
  'Volejbalový míč 1234567',
  'Názov či nazov 1234567',
  'Zvans 1234567 skan labi',
  'Mobilya 1234567 sağlam',
  'Very handy 1234567',
  'Har lige fået 1234567',
  'Een kom 1234567 van glas',
  'Дверной звонок 1234567',
  'Позвоночник и подушка 1234567',
  'Дзвоник 1234567 гучний',
  'Пишна сукня 1234567',
  'استیل ضد زنگ 1234567',
  'همراه با کیف 1234567',
  'كلمة السر 1234567',
  'מחשב נייד 1234567',
])('the number of a product stays: %s', text => {
  expect(maskContacts(text, { country: 'US' })).toBe(text)
})

const currencies: [country: string, locale: string, currency: string][] = [
  ['JP', 'ja-JP', 'JPY'],
  ['CN', 'zh-CN', 'CNY'],
  ['KR', 'ko-KR', 'KRW'],
  ['TH', 'th-TH', 'THB'],
  ['VN', 'vi-VN', 'VND'],
  ['ID', 'id-ID', 'IDR'],
  ['IN', 'hi-IN', 'INR'],
  ['EG', 'ar-EG', 'EGP'],
  ['IR', 'fa-IR', 'IRR'],
  ['IL', 'he-IL', 'ILS'],
  ['RU', 'ru-RU', 'RUB'],
  ['UA', 'uk-UA', 'UAH'],
  ['GR', 'el-GR', 'EUR'],
  ['PL', 'pl-PL', 'PLN'],
  ['CZ', 'cs-CZ', 'CZK'],
  ['HU', 'hu-HU', 'HUF'],
  ['RO', 'ro-RO', 'RON'],
  ['TR', 'tr-TR', 'TRY'],
  ['HR', 'hr-HR', 'EUR'],
  ['SE', 'sv-SE', 'SEK'],
  ['NO', 'nb-NO', 'NOK'],
  ['IS', 'is-IS', 'ISK'],
]

test.each(currencies)('in %s, prices and dates as %s writes them stay', (country, locale, currency) => {
  const amounts = fc.double({ min: 0, max: 1e9, noNaN: true })
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(amounts, days, (amount, day) => {
      const price = (currencyDisplay: 'symbol' | 'name') =>
        new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(amount)
      const written = [
        price('symbol'),
        price('name'),
        day.toLocaleString(locale),
        day.toLocaleDateString(locale),
      ]
      for (const text of written) expect(maskContacts(text, { country })).toBe(text)
    }),
    { numRuns: 200 },
  )
})
