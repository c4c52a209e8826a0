import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())

/** Three reviews of a shop, and terms that find the first, the second or the third alone; 0: that find none. */
const shops: Record<string, { bodies: [string, string, string]; found: [string, 0 | 1 | 2 | 3][] }> = {
  'pt-BR': {
    bodies: [
      'Chegou rápido e bem embalado.',
      'O copo veio quebrado, péssimo atendimento.',
      'Fácil de limpar, ótimo custo-benefício. As canecas são lindas.',
    ],
    found: [
      ['chegou rapida', 1],
      ['quebrados', 2],
      ['custo beneficio', 3],
      ['caneca', 3],
      ['facil limpeza', 0],
    ],
  },
  es: {
    bodies: [
      'Llegó muy rápido y bien embalado.',
      'El vaso vino roto y nadie responde.',
      'Fácil de limpiar, buena relación calidad-precio. Las luces son cálidas.',
    ],
    found: [
      ['llego', 1],
      ['vasos rotos', 2],
      ['relacion calidad precio', 3],
      ['luz', 3],
      ['embalada', 1],
    ],
  },
  de: {
    bodies: [
      'Schnelle Lieferung, sicher verpackt.',
      'Die Kaffeemaschine war kaputt, der Verkäufer antwortet nicht.',
      'Richtige Größe, spülmaschinenfest und leicht.',
    ],
    found: [
      ['kaffee', 2],
      ['verkaufer', 2],
      ['lieferungen', 1],
      ['spülmaschine', 3],
      ['maschine', 0],
    ],
  },
  fr: {
    bodies: [
      'Livraison rapide, colis bien protégé.',
      'La tasse est arrivée cassée, vendeur injoignable.',
      'De bons œufs, entretien facile, couleurs fidèles.',
    ],
    found: [
      ['cassé', 2],
      ['oeufs', 3],
      ['couleur', 3],
      ['livraisons', 1],
      ['arrivé', 2],
    ],
  },
  it: {
    bodies: [
      'Spedizione veloce, imballaggio curato.',
      'Il bicchiere è arrivato rotto, nessuna risposta.',
      'Facile da lavare, qualità ottima.',
    ],
    found: [
      ['imballaggi', 1],
      ['rotti', 2],
      ['qualita', 3],
      ['spedizioni', 1],
      ['lavare', 3],
    ],
  },
  tr: {
    bodies: [
      'KIRIK geldi, kargo çok hızlıydı ama kutu ezilmişti.',
      'Ürün çok kaliteli, ısıtıcı hemen ısınıyor.',
      'İade süreci kolaydı, satıcıya teşekkürler. Işık çok güzel.',
    ],
    found: [
      ['kırık', 1],
      ['ısıtıcı', 2],
      ['isitici', 2],
      ['iade', 3],
      ['kalite', 2],
    ],
  },
  pl: {
    bodies: [
      'Przesyłka dotarła szybko, wszystko dobrze zapakowane.',
      'Po tygodniu pękła pokrywka, sprzedawca nie odpowiada. Zła jakość.',
      'Piękne szklanki, łatwe w myciu, polecam każdemu.',
    ],
    found: [
      ['przesylka', 1],
      ['szklanka', 3],
      ['łatwa', 3],
      ['pokrywki', 2],
      ['jakości', 2],
    ],
  },
  cs: {
    bodies: [
      'Zásilka přišla rychle, dobře zabalená.',
      'Hrnek praskl po týdnu, prodejce nekomunikuje.',
      'Krásné sklenice, snadno se myjí, skvělá kvalita.',
    ],
    found: [
      ['zasilka', 1],
      ['zásilky', 1],
      ['kvality', 3],
      ['prodejci', 2],
      ['sklenice', 3],
    ],
  },
  el: {
    bodies: [
      'Γρήγορη παράδοση, ωραία συσκευασία.',
      'Το ποτήρι έσπασε, κακή ποιότητα.',
      'Ωραίος ΚΑΦΕΣ, γερά καπάκια.',
    ],
    found: [
      ['παραδόσεις', 1],
      ['ποτήρια', 2],
      ['καφές', 3],
      ['καπάκι', 3],
      ['ποιοτητα', 2],
    ],
  },
  ru: {
    bodies: [
      'Доставка быстрая, всё пришло целым.',
      'Через неделю стакан сломался, продавец молчит.',
      'Хорошее качество, удобные крышки.',
    ],
    found: [
      ['доставку', 1],
      ['сломался', 2],
      ['стаканы', 2],
      ['качества', 3],
      ['крышка', 3],
    ],
  },
  uk: {
    bodies: [
      'Доставка швидка, все прийшло ціле.',
      'Через тиждень чашка тріснула.',
      'Гарна якість, зручні кришки.',
    ],
    found: [
      ['доставку', 1],
      ['чашки', 2],
      ['якість', 3],
      ['кришка', 3],
      ['тріснула', 2],
    ],
  },
  ar: {
    bodies: [
      'المنتج ممتاز والتوصيل سريع، أفضل قهوة جربتها.',
      'انكسر الغطاء بعد أسبوع ولم يرد البائع على الرسائل.',
      'الجودة عالية والسعر مناسب، جمـــيل جدًا وأنصح به. إبريق متين.',
    ],
    found: [
      ['توصيل', 1],
      ['التوصيل', 1],
      ['افضل', 1],
      ['غطاء', 2],
      ['جودة', 3],
      ['ﺟﻮﺩﺓ', 3],
      ['سعر', 3],
    ],
  },
  he: {
    bodies: [
      'המשלוח הגיע מהר והאריזה מצוינת.',
      'אחרי שבוע המכסה נשבר והמוכר לא עונה.',
      'כוסות יפות, אֵיכוּת מעולה, קל לניקוי.',
    ],
    found: [
      ['משלוח', 1],
      ['אריזה', 1],
      ['מכסה', 2],
      ['כוס', 3],
      ['איכות', 3],
    ],
  },
  fa: {
    bodies: [
      'ارسال سریع بود و بسته‌بندی خوب.',
      'درِ قوری شکست و فروشنده جواب نداد.',
      'لیوان‌ها زیبا هستند و کیفیت عالی است.',
    ],
    found: [
      ['ارسال', 1],
      ['بسته', 1],
      ['فروشنده', 2],
      ['لیوان', 3],
      ['كيفيت', 3],
    ],
  },
  hi: {
    bodies: [
      'डिलीवरी बहुत तेज़ थी, अच्छी पैकिंग।',
      'ढक्कन टूटा हुआ मिला, विक्रेता जवाब नहीं देता।',
      'अच्छा रंग, साफ करना आसान, कीमत कम।',
    ],
    found: [
      ['डिलीवरी', 1],
      ['टूटा', 2],
      ['कीमत', 3],
      ['विक्रेता', 2],
      ['मेल', 0],
    ],
  },
  ja: {
    bodies: [
      '品質がとても良いです。配送も早かったです。',
      '一週間でフタが壊れました。返品したいです。',
      'ｺｰﾋｰカップがかわいい。デザインも気に入りました。',
    ],
    found: [
      ['品質', 1],
      ['壊れた', 2],
      ['コーヒー', 3],
      ['配送が早い', 1],
      ['ﾃﾞｻﾞｲﾝ', 3],
      ['高級感', 0],
    ],
  },
  'zh-CN': {
    bodies: [
      '质量很好，物流很快，包装完整。',
      '用了一周盖子就坏了，客服不回复。',
      '杯子很漂亮，容易清洗，性价比高。',
    ],
    found: [
      ['质量', 1],
      ['物流', 1],
      ['盖子', 2],
      ['杯', 3],
      ['性价比', 3],
    ],
  },
  'zh-TW': {
    bodies: [
      '品質很好，出貨很快，包裝完整。',
      '用了一週蓋子就壞了，客服沒有回覆。',
      '杯子很漂亮，容易清洗，CP值高。',
    ],
    found: [
      ['品質', 1],
      ['出貨', 1],
      ['客服', 2],
      ['ＣＰ值', 3],
      ['退貨', 0],
    ],
  },
  ko: {
    bodies: [
      '배송이 빠르고 포장도 꼼꼼해요.',
      '일주일 만에 뚜껑이 깨졌어요. 환불하고 싶어요.',
      '컵이 예쁘고 품질도 좋아요. 가격이 저렴합니다.',
    ],
    found: [
      ['배송', 1],
      ['포장은', 1],
      ['뚜껑', 2],
      ['컵', 3],
      ['가격', 3],
    ],
  },
  th: {
    bodies: [
      'สินค้าคุณภาพดีมาก จัดส่งเร็ว',
      'ใช้ได้แค่สัปดาห์เดียวฝาก็แตก ผู้ขายไม่ตอบ',
      'แก้วสวย ล้างง่าย ราคาถูกกกก เคสiPhoneเข้ากันได้',
    ],
    found: [
      ['คุณภาพ', 1],
      ['จัดส่ง', 1],
      ['ฝา', 2],
      ['แก้ว', 3],
      ['ถูก', 3],
      ['iphone', 3],
    ],
  },
  km: {
    bodies: ['ការដឹកជញ្ជូនលឿនណាស់', 'គម្របបែកបន្ទាប់ពីមួយសប្តាហ៍', 'តម្លៃថោក គុណភាពល្អ'],
    found: [
      ['លឿន', 1],
      ['បែក', 2],
      ['គុណភាព', 3],
      ['តម្លៃ', 3],
      ['ថ្លៃ', 0],
    ],
  },
  lo: {
    bodies: ['ສົ່ງໄວຫຼາຍ ຫຸ້ມຫໍ່ດີ', 'ຝາແຕກຫຼັງຈາກໜຶ່ງອາທິດ', 'ລາຄາຖືກ ຄຸນນະພາບດີ'],
    found: [
      ['ຝາ', 2],
      ['ລາຄາ', 3],
      ['ຄຸນນະພາບ', 3],
      ['ແຕກ', 2],
      ['ສົ່ງ', 1],
    ],
  },
  vi: {
    bodies: [
      'Giao hàng nhanh, đóng gói cẩn thận.',
      'Nắp vỡ sau một tuần, shop không trả lời.',
      'Ly đẹp, chất lượng tốt.',
    ],
    found: [
      ['giao hang', 1],
      ['dong goi', 1],
      ['nắp vỡ', 2],
      ['dep', 3],
      ['chất lượng', 3],
    ],
  },
  nl: {
    bodies: [
      'Snelle levering, goed verpakt.',
      'Het koffiezetapparaat was kapot.',
      'Mooie glazen, makkelijk schoon te maken.',
    ],
    found: [
      ['koffie', 2],
      ['glas', 3],
      ['leveringen', 1],
      ['kapotte', 2],
      ['mooi', 3],
    ],
  },
  sv: {
    bodies: [
      'Snabb leverans, väl förpackad.',
      'Kaffekannan gick sönder efter en vecka.',
      'Fina glas, lätta att diska.',
    ],
    found: [
      ['leverans', 1],
      ['kaffe', 2],
      ['sonder', 2],
      ['glasen', 3],
      ['lätt', 3],
    ],
  },
  fi: {
    bodies: [
      'Toimitus oli nopea.',
      'Kansi hajosi viikon jälkeen, myyjä ei vastaa.',
      'Kauniit lasit, hyvä laatu.',
    ],
    found: [
      ['toimitus', 1],
      ['myyjän', 2],
      ['laatu', 3],
      ['laadun', 0],
      ['lasi', 3],
    ],
  },
}

test.each(Object.entries(shops))('%s', async (locale, { bodies, found }) => {
  const shop = await aStore(it.database, { locale })
  await addProducts(it, shop, { P: '' })
  const reviews = bodies.map(body => aReview({ product_id: 'P', title: '', body, language: locale }))
  await addReviews(it, shop, ...reviews)
  const read = await Promise.all(
    found.map(async ([terms]) => {
      const { body } = await readAs(it, shop, 'reviews.json', { product_id: 'P', terms })
      return [terms, body.result.map(({ body }: { body: string }) => bodies.indexOf(body) + 1)]
    }),
  )
  expect(read).toEqual(found.map(([terms, place]) => [terms, place === 0 ? [] : [place]]))
})

test('words are found at the end of a long sentence without spaces', async () => {
  const shop = await aStore(it.database, { locale: 'th' })
  await addProducts(it, shop, { P: '' })
  const sentences = {
    ด้าม: `${'กาแฟหอมมาก'.repeat(20)}ด้ามจับร้อน`,
    ร้อน: `${'กาแฟหอมมาก'.repeat(20)}ด้ามจับร้อน`,
    改善: `${'とても美味しい'.repeat(30)}改善`,
  }
  const reviews = Object.values(sentences).map(body =>
    aReview({ product_id: 'P', title: '', body, language: 'th' }),
  )
  await addReviews(it, shop, ...reviews)
  for (const terms of Object.keys(sentences)) {
    const { body } = await readAs(it, shop, 'reviews.json', { product_id: 'P', terms })
    expect([terms, body.count]).toEqual([terms, terms === '改善' ? 1 : 2])
  }
})

test('terms are cut between characters, and are none of PostgreSQL’s own signs', async () => {
  const shop = await aStore(it.database, { locale: 'zh-CN' })
  await addProducts(it, shop, { P: '' })
  await addReviews(it, shop, aReview({ product_id: 'P', title: '', body: 'a 𠀀𠀁 品', language: 'zh-CN' }))
  for (const [terms, count] of [
    [`a${'𐐨'.repeat(40)}`, 0],
    [`a${'𠀀'.repeat(40)}`, 0],
    ['𠀀𠀁', 1],
    ["品':* | & ! ()", 1],
  ] as const) {
    const { status, body } = await readAs(it, shop, 'reviews.json', { product_id: 'P', terms })
    expect([terms, status, body.count]).toEqual([terms, 200, count])
  }
})

test('a review in another language than the store’s is found by the stems of both', async () => {
  const shop = await aStore(it.database, { locale: 'pt-BR' })
  await addProducts(it, shop, { P: '' })
  await addReviews(
    it,
    shop,
    aReview({ product_id: 'P', title: '', body: 'Schönes Bücherregal', language: 'de' }),
    aReview({ product_id: 'P', title: '', body: 'Доставка быстрая', language: 'pt-BR' }),
  )
  const count = async (terms: string, locale?: string) =>
    (await readAs(it, shop, 'reviews.json', { product_id: 'P', terms, ...(locale && { locale }) })).body.count
  expect(await count('schones')).toBe(1)
  expect(await count('bücher')).toBe(0)
  expect(await count('bücher', 'de-AT')).toBe(1)
  // The script of the terms says that they are Russian.
  expect(await count('доставки')).toBe(1)
})
