/**
 * Words that are in many reviews and name no topic, by language: what PostgreSQL has a list of is not repeated, and of
 * the others the most frequent words of grammar are here. All have words such as "good", "product" and "bought", which
 * are in reviews of anything, whatever their stars.
 */
const words: Record<string, string> = {
  en: 'good great nice bad best well really product item one get got buy bought use used using also would recommend love like perfect excellent star stars review much even still far ever two three times makes made make works work days year years now minute minutes hour hours day week weeks month months first second could can',
  de: 'gut gute guter gutes super sehr toll schlecht produkt artikel gekauft kaufen empfehlen empfehlung einfach immer schon mehr ganz leider stern sterne bewertung zwei drei mal macht machen funktioniert tage jahre jetzt noch wurde kann minute minuten stunde stunden tag woche wochen monat monate erste ersten könnte können',
  fr: 'bon bonne bien très super produit article acheté acheter recommande parfait excellent top plus tout tous fait comme étoile étoiles avis deux trois fois fonctionne jours ans après depuis encore peut première premier pourrait minute minutes heure heures jour semaine semaines mois',
  it: 'buono buona bene ottimo ottima molto prodotto articolo comprato acquistato consiglio perfetto più tutto fatto stelle recensione due tre volta volte funziona giorni anni ora ancora dopo può prima primo potrebbe minuto minuti ore giorno settimana settimane mese mesi',
  nl: 'goed goede heel erg mooi product artikel gekocht kopen aanrader super beter echt wel ster sterren review twee drie keer maakt werkt dagen jaar nog eerste kan minuut minuten uur dag week weken maand maanden',
  es: 'bueno buena bien muy excelente malo producto artículo compré compra comprado recomiendo perfecto más todo súper estrella estrellas opinión dos tres vez veces hace funciona queda días años ahora todavía primera primer primero podría minuto minutos hora horas día semana semanas mes meses',
  pt: 'bom boa bem muito ótimo ótima excelente ruim produto item comprei compra comprado recomendo perfeito mais tudo super top estrela estrelas avaliação dois duas três vez vezes faz fica ficou funciona dias anos agora ainda primeira primeiro pode poderia minuto minutos hora horas dia semana semanas mês meses segunda todo toda todos todas vem veio chegou',
  sv: 'bra mycket väldigt dålig produkt vara köpt köpa köpte rekommenderar perfekt super stjärna stjärnor',
  da: 'god godt gode meget rigtig dårlig produkt vare købt købe anbefale perfekt super stjerne stjerner',
  nb: 'bra god godt gode veldig dårlig produkt vare kjøpt kjøpe anbefaler perfekt super stjerne stjerner',
  fi: 'hyvä hyvin erittäin todella huono tuote ostin ostaa suosittelen täydellinen tähti tähteä',
  hu: 'jó nagyon remek rossz termék vettem vásároltam ajánlom tökéletes szuper csillag',
  tr: 'iyi güzel çok kötü ürün aldım almak tavsiye ederim harika mükemmel yıldız',
  ru: 'хороший хорошая хорошо отлично отличный очень плохой товар купил купила рекомендую идеально супер звезда звёзд',
  is: 'og er að í á það við sem ekki en til með um af fyrir ég þetta hún hann var mjög góð góður gott vara keypti mæli',
  pl: 'i w na z do nie się to jest że jak ale o po za od dla są przez już bardzo dobry dobra dobre dobrze super produkt kupiłem kupiłam polecam idealny',
  cs: 'a v na s z do ne se to je že jak ale o po za od pro jsou už velmi dobrý dobrá dobré dobře super produkt zboží koupil koupila doporučuji výborný moc jsem',
  sk: 'a v na s z do nie sa to je že ako ale o po za od pre sú už veľmi dobrý dobrá dobré dobre super produkt tovar kúpil kúpila odporúčam výborný som',
  ro: 'și în la de cu pe nu se este e că ca dar din o un am mai foarte bun bună bine super produs cumpărat recomand perfect pentru',
  bg: 'и в на с от за не се е че как но по са да го много добър добра добре супер продукт купих препоръчвам отличен',
  hr: 'i u na s od za ne se je da kako ali po su kao vrlo jako dobar dobra dobro super proizvod kupio kupila preporučujem odličan sam',
  sr: 'i u na s od za ne se je da kako ali po su kao vrlo jako dobar dobra dobro super proizvod kupio kupila preporučujem odličan sam',
  sl: 'in v na s z od za ne se je da kako ampak po so kot zelo dober dobra dobro super izdelek kupil kupila priporočam odličen sem',
  et: 'ja on ei see et aga mis ka oli väga hea hästi super toode ostsin soovitan oma kui',
  lv: 'un ir ne tas ka bet ar no uz par kā arī ļoti labs laba labi super prece pirku iesaku es',
  lt: 'ir yra ne tai kad bet su iš į apie kaip labai geras gera gerai super prekė pirkau rekomenduoju aš',
  el: 'και το η ο τα είναι δεν με για από στο στη που να θα πολύ καλό καλή καλά τέλειο προϊόν αγόρασα συνιστώ μου',
  uk: 'і й в у на з до не це є що як але про по за від для вже дуже гарний гарна добре супер товар купив купила рекомендую',
  ar: 'من في على إلى عن مع هذا هذه هو هي لا ما أن كان جدا جدًا جيد جيدة ممتاز رائع منتج المنتج اشتريت أنصح',
  he: 'של את על עם זה זו הוא היא לא כי גם אני מאוד טוב טובה מעולה מוצר המוצר קניתי ממליץ ממליצה',
  fa: 'و در به از که این را با است برای آن هم من خیلی خوب عالی بد محصول خریدم پیشنهاد بود',
  hi: 'और है हैं का की के को में से यह वह पर नहीं भी मैं बहुत अच्छा अच्छी अच्छे बढ़िया प्रोडक्ट खरीदा',
  bn: 'এবং এই এটা আমি না ও কি খুব ভালো পণ্য কিনেছি জন্য থেকে করে হয়',
  ja: 'の に は を が と で も た て です ます し な から まで です。 する ある いる こと とても 良い いい よい 商品 購入 買い とき 思い ました 満足 よう この その ない',
  ko: '이 그 저 것 수 좀 더 너무 정말 아주 좋아요 좋습니다 좋은 제품 상품 구매 구입 했어요 입니다 추천',
  zh: '的 了 是 我 在 和 也 很 不 就 都 有 这 这个 那 非常 好 不错 产品 商品 买 购买 推荐 還 还 這個 產品 購買 推薦 不錯',
  th: 'ที่ และ เป็น มี ไม่ ได้ ของ ใน จะ ก็ ให้ มา แล้ว นี้ มาก ดี สินค้า ซื้อ แนะนำ ค่ะ ครับ',
  vi: 'và là của có không được cho với này đã rất tốt đẹp sản phẩm mua tôi mình nên hàng thì',
  id: 'dan yang di ini itu dengan untuk tidak saya ada dari juga sangat bagus baik produk barang beli membeli rekomendasi',
  ms: 'dan yang di ini itu dengan untuk tidak saya ada dari juga sangat bagus baik produk barang beli membeli cadangkan',
}

const sets = new Map<string, Set<string>>()

/** The words of a language tag that name no topic, in lower case. */
export function saidOften(tag: string): Set<string> {
  const [language = ''] = tag.toLowerCase().split('-')
  const known = sets.get(language)
  if (known) return known
  const made = new Set((words[language] ?? '').split(' '))
  if (Object.hasOwn(words, language)) sets.set(language, made)
  return made
}
