import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anAskedBuyer, postForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { filled, readReviews } from '../../test/review-forms.ts'
import { anOwnerAndOutsider, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp({ TRUSTED_PROXIES: '127.0.0.0/8' })
  ;({ owner } = await anOwnerAndOutsider(service.database))
})
afterAll(() => service.close())

// Reviews as buyers write them, with the country, name and title: laughter, stretched words, prices, sizes, numbers of orders.
const reviews: Record<string, string> = {
  ar: 'SA | سارة م. | رائـــع جدًا!! | المنتج ممتاااااز ووصل خلال يومين، رقم الطلب ٠٥٠١٢٣٤٥٦٧ والسعر ١٢٩ ريال. ههههههه زوجي أخذه مني 😂',
  bg: 'BG | Мария П. | Много съм доволна | Пристигна на 27.11.2024 г., размер 10 х 15 см, платих 49,90 лв. Препоръчвам горещо!!!',
  bn: 'BD | রহিম | খুব ভালো | দাম ১২৫০ টাকা, দুই দিনে পেয়েছি। মান খুব ভালো, রং ছবির মতোই। হাহাহাহা আবার কিনব।',
  cs: 'CZ | Jana N. | Skvělé | Přišlo za dva dny, číslo objednávky 601123456, cena 1 299 Kč. Jsem mooooc spokojená!',
  da: 'DK | Søren | Rigtig god | Kom til tiden, selv om den var næsten slut på lager. Betalte 299 kr. Måler 10 x 15 cm. Hahaha, min kat elsker den.',
  de: 'DE | Jürgen | Sehr zufrieden | Bestellnummer 0171123456, geliefert am 27.11.2024. Dick und stabil, 3.000 Umdrehungen, für 49,90 € unschlagbar.',
  el: 'GR | Ελένη | Εξαιρετικό!!! | Ήρθε σε δύο μέρες, αριθμός παραγγελίας 6941234567. Κόστισε 1.299,00 € και αξίζει. Χαχαχαχα!',
  en: 'GB | Dick S. | Cocktail of joy | Order 4500012345 came on 27/11/2024. 10 x 15 cm, £12.50. Soooo good, hahahaha, my assistant loves it.',
  es: 'MX | Concha | Muy buena | Pedido 5512345678, llegó en 2 días. Jajajajaja, mi perro la ama. Me costó $1,299.00 y mide 10 x 15 cm.',
  et: 'EE | Õie | Väga hea | Tellimuse nr 51234567 jõudis kohale 27.11.2024. Hind 12,50 €, suurus 10 x 15 cm. Soovitan kõigile!',
  fa: 'IR | زهرا | عاااالی بود | کد رهگیری ۰۹۱۲۳۴۵۶۷۸۹ بود و دو روزه رسید. قیمت ۲۵۰۰۰۰۰ تومان، در تاریخ ۱۴۰۲/۰۳/۱۵. خخخخخخ',
  fi: 'FI | Päivi | Hyvä tavara | Tilausnumero 0401234567. Kananmunat kypsyvät 3 minuutissa, hinta 12,50 €. Tooosi hyvä!',
  fr: 'FR | Hélène | En retard, mais parfait | Commande n° 0612345678 livrée le 27/11/2024. Doux pour la peau, 10 x 15 cm, 12,50 €. Mdrrrrr, mon chat adore !',
  he: 'IL | דנה | מעולה!!! | מספר הזמנה 0501234567, הגיע ב-27.11.2024. מחיר 129 ש"ח. חחחחחחח הבעל שלי התאהב',
  hi: 'IN | प्रिया | बहुत अच्छा | ऑर्डर नंबर 9876543210, दो दिन में मिला। कीमत ₹ 1,250, साइज़ 10 x 15 सेमी। हाहाहाहा बहुत बढ़िया!',
  hr: 'HR | Željka | Odlično | Broj narudžbe 0912345678, stiglo 27. 11. 2024. Cijena 12,50 €, mjere 10 x 15 cm. Suuuper!',
  hu: 'HU | Zsófi | Nagyon szuper | Rendelésszám 06301234567, ára 12 500 Ft volt. Kiváló marha pörkölt készült benne, hihihihi!',
  id: 'ID | Dewi | Mantap!!! | No. pesanan 4500012345, harga Rp 1.500.000. Wkwkwkwkwk anjing saya suka. Pengiriman 2 hari.',
  is: 'IS | Þóra | Mjög gott | Pöntun 6111234 kom 27.11.2024, verð 1.299 kr. Stærð 10 x 15 cm. Hahaha!',
  it: 'IT | Niccolò | Ottimo | Ordine n. 3471234567, arrivato il 27/11/2024. Piselli e finocchi freschi, corno portafortuna in regalo. Bellissimooooo, 12,50 €.',
  ja: 'JP | さくら | 最高ｗｗｗｗ | 注文番号は4500012345です。2024年3月15日に届きました！！価格は12,800円、サイズは30×20×15cm。ふわふわでもちもち〜、大満足です。',
  ko: 'KR | 김*수 | 대박ㅋㅋㅋㅋㅋ | 주문번호 2024112700123, 이틀 만에 왔어요. 가격은 12,500원이고 너무 좋아요ㅠㅠㅠㅠ 배송도 빠르고 제품도 좋아요 감사합니다',
  lt: 'LT | Živilė | Labai gerai | Užsakymo nr. 861234567 atkeliavo 2024-11-27. Kaina 12,50 €, dydis 10 x 15 cm. Rekomenduoju!',
  lv: 'LV | Ļena | Ļoti labi | Pasūtījuma nr. 21234567 atnāca 27.11.2024. Cena 12,50 €, izmērs 10 x 15 cm. Iesaku!',
  ms: 'MY | Aisyah | Terbaik! | No. pesanan 0123456789, harga RM 129.00. Hahahaha kucing saya suka sangat. Sampai 27/11/2024.',
  nb: 'NO | Bjørg | Kjempebra | Ordrenummer 41234567, kostet 299 kr. Nesten slutt på lager. Måler 10 x 15 cm. Hihihi, anbefales!',
  nl: 'NL | Joost | Heel goed | Bestelnummer 0612345678, bezorgd op 27-11-2024. De asbak en de muts zijn mooi, maat 38 40 42. Superrrrr!',
  pl: 'PL | Łucja | Super!!! | Numer zamówienia 600123456, cena 1 299,00 zł. Jajko wielkanocne jest śliczne, hahaha, kod 30-001.',
  'pt-BR':
    'BR | Sr. Pinto | Amei kkkkkkkkkkkk | Pedido 4500012345 chegou dia 27/11/2024. Paguei R$ 1.299,00. Muuuuito bom, rsrsrs, copo de cerveja e saco de pão.',
  'pt-PT':
    'PT | Inês | Muito fixe | Encomenda 912345678, chegou ao puto em 2 dias. Custou 12,50 €, mede 10 x 15 cm. Recomendo vivamente.',
  ro: 'RO | Ștefan | Foarte bun | Comanda 0721123456 a ajuns pe 27.11.2024. Preț 1.250 lei, mărime 10 x 15 cm. Hahahaha, îl recomand!',
  ru: 'RU | Екатерина | Ооочень нравится))))) | Номер заказа 89123456789, пришло 27.11.2024. Цена 1 299 руб., размер 10 х 15 см. Хахахаха, советую!',
  sk: 'SK | Ľubica | Výborné | Objednávka 0905123456 prišla 27.11.2024. Cena 12,50 €, veľkosť 10 x 15 cm. Veľmi spokojná!',
  sl: 'SI | Špela | Odlično | Naročilo 041234567 je prispelo 27. 11. 2024. Cena 12,50 €, velikost 10 x 15 cm. Priporočam!',
  sr: 'RS | Љиљана | Одлично | Поруџбина 0641234567 стигла 27.11.2024. Цена 1.250 динара, величина 10 х 15 цм. Хахаха, препоручујем!',
  sv: 'SE | Åsa | Slut i lager, men värt väntan | Ordernummer 0701234567, pris 1 299 kr. God sås och stake i mässing. Hahaha, katten älskar den!',
  th: 'TH | สมหญิง | ดีมากกกกกก | คำสั่งซื้อ 0812345678 ได้รับวันที่ 15/03/2567 ราคา 1,290.00 บาท สวยๆๆๆ 5555555 หหหห ชอบมากค่ะ จะซื้ออีก',
  tr: 'TR | Işıl | Çoook güzel | Sipariş no 05321234567, fiyatı 1.250 TL. Ararken buldum, 27.11.2024 tarihinde geldi. Hahahah, öneririm!',
  uk: 'UA | Оксана | Дууууже гарно | Номер замовлення 0671234567, ціна 1 250 грн. Розмір 10 х 15 см, прийшло 27.11.2024. Хахаха, раджу!',
  vi: 'VN | Hương | Rất tốt!!! | Mã đơn hàng 0912345678, giá 1.250.000đ, giao ngày 27/11/2024. Hihihihi, phúc lộc đầy nhà, sẽ mua lại.',
  'zh-CN':
    'CN | 王小明 | 哈哈哈哈太好了 | 质量很好，性价比高，物流很快！！！订单号13812345678，价格1299.00元，尺寸10×15cm，2024-11-27收到。233333333',
  'zh-TW':
    'TW | 林美麗 | 超讚讚讚讚 | 品質很好，訂單編號0912345678，113/03/15收到，1299元。哈哈哈哈，會再回購～～～',
}

test.each(Object.entries(reviews))('a good review in %s is published at once', async (language, review) => {
  const [country, name, heading, body] = review.split(' | ') as [string, string, string, string]
  await changeSettings(service, owner.storeId, { country, locale: language })
  const { link, products, address } = await anAskedBuyer(service, owner, { name, language })
  const fields = Object.fromEntries(filled(products, { rating: '5', heading, body }))
  const network = Object.keys(reviews).indexOf(language)
  const sent = await postForm(link, fields, { 'x-forwarded-for': `203.0.${network}.1` })
  expect(sent.status).toBe(303)
  expect(await readReviews(service, address)).toMatchObject([{ state: 'published', body, title: heading }])
})
