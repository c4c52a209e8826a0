// Words that stand before or after numbers, in the languages of shoppers. An asterisk is any ending, and a low
// line a space.

/**
 * Words that tell to call or write, a few words before a phone number. Words of products in another language are
 * left out, such as the Norwegian `ring` (call).
 */
export const calling = words(`
  whats whatsapp wpp wsp zap ligue liguem ligar ligou llam* llám* call ruf rufe rufen ruft rufnummer anruf* appelez
  appeler appelle* chama chame chamar chamer contat* contáct* contacta* contact_me contact_us contact_at escrib*
  escrev* erreich* rückruf* joindre chiam* contatt* scrivi* scrivete* scrivere ring_mig ring_meg ring_til ringe_til
  kontakt kontakta* kontaktier* kontaktuj* soita soitta* helist* hringd* hringi* hringj* dzwoń* zadzwoń* volejte
  zavol* volajte pokliči* nazovi* pozov* hív* sună* suna* sunaț* contactaț* skambin* zvaniet zvanī* piezvan* arayın*
  arayab* iletişim hubungi gọi liên_hệ zalo viber telegram wechat weixin kakaotalk звони* позвони* дзвони дзвонит*
  дзвоні* подзвон* телефонуй* пиши пишите пишіть обад* вайбер вотсап ватсап телеграм* позов* зов* καλέστε κάλεσ*
  καλείτε`)

/** Names of phones, which are products too, right before a number. */
export const phones = words(`
  tel tele telf telef* tél téléphone fone cel celular cell cellulare móvil movil phone mobile handynummer mobil
  mobilnummer mobilnr mobiltelefon mobiel tlf puh puhelin* sími síma* gsm mob komórk* telepon telp điện_thoại đt sđt hotline
  тел телеф* моб мобил* τηλ τηλέφων* κινητό`)

/** Both, in scripts that join words to each other or to what is before them. */
export const joined = words(`
  电话 電話 手机 手機 座机 致电 致電 联系 聯絡 聯繫 微信 拨打 撥打 加我 携帯 連絡 ℡ でんわ ケータイ 전화 연락 핸드폰 휴대폰 카톡 โทร เบอร์ มือถือ ติดต่อ ไลน์ هاتف جوال
  موبايل موبایل اتصل اتصال كلمني كلموني واتس تواصل تلفون تلفن تماس زنگ_بزن شماره_همراه טלפון (?<!מחשב_)נייד פלאפון
  התקשר תתקשר להתקשר וואטסאפ ווטסאפ फोन फ़ोन मोबाइल कॉल संपर्क व्हाट्सएप ফোন মোবাইল কল_করুন যোগাযোগ`)

/** Words of a code, a size or an amount of money. */
export const labels = words(`
  pedido orden order* commande bestell* encomenda compra ref réf refer* réfer* référ* cód cod código code codice sku
  ean gtin upc jan isbn asin modelo model modell modelu modèle modello serie série serien* serial lote lot batch
  rastre* tracking guía sendung* factura fatura facture fattura faktur* invoice rechnung* nota nf protocolo ticket
  artigo artículo article artikel* art item produto product producto produkt produit part peça peca pieza cep zip cp
  plz iban medida medidas tamanho tamanhos tam talla tallas size sizes größe größen taille tailles eur usd mxn cop clp
  ars brl rp rm kr ft chf rs auftrag* kunden* ordine ordini spedizione taglia articolo prezzo preis prix bestel* maat
  prijs factuur pakket beställning* storlek pris kollinummer spårning* ordre* bestilling* vare* størrelse pakke*
  tilau* tuote* hinta lasku* seuranta* tellimus* toote* hind užsakym* prek* kaina pasūtījum* prec* cena pöntun* vöru*
  verð zamówieni* paczk* przesyłk* rozmiar* artykuł* kod kodu objednávk* zásilk* zásielk* velikost veľkosť kód*
  naročil* narudžb* porudžbin* račun* pošiljk* šifr* cijena rendelés* csomag* száml* méret* cikkszám* ára comand*
  colet* mărime* preț* sipariş* kargo* takip beden ürün* fiyat* pesanan resi invois ukuran saiz kode harga* đơn_hàng
  vận_đơn mã giá kích_thước заказ* замовлен* поръчк* поруџбин* артикул* код трек* посылк* посилк* накладн* ттн размер*
  розмір* цена цену ціна модел* серийн* παραγγελ* κωδικ* μέγεθος τιμή αποστολ* τιμολόγι*`)

/** The same in scripts that join words. */
export const joinedLabels = words(`
  订单 訂單 单号 單號 型号 型號 货号 貨號 条码 條碼 快递 快遞 编号 編號 尺码 尺寸 价格 價格 邮编 花了 注文 型番 品番 (?<!電話)番号 追跡 伝票 サイズ 価格 値段 〒 ロット 주문 송장 상품번호 모델
  사이즈 가격 품번 우편번호 바코드 ออเดอร์ คำสั่งซื้อ พัสดุ รหัส รุ่น ขนาด ราคา เลขที่ طلب فاتورة شحنة تتبع موديل مقاس سعر باركود
  كود سفارش فاکتور مرسوله رهگیری مدل سایز قیمت بارکد کد_ پستی הזמנ משלוח חשבונית מעקב דגם מידה מחיר ברקוד מקט עלה
  ऑर्डर आर्डर बिल ट्रैकिंग मॉडल साइज़ साइज कीमत पिन অর্ডার চালান মডেল সাইজ দাম`)

/** Units and currencies right after a number. */
export const units = words(`
  x mm cm m km in ml cl l kg g lb oz w v a kw mah hz rpm gb mb tb px dpi pcs un euro euros euroa eura pesos reais
  dólares dolares dollars usd eur mxn cop clp brl cliques clicks kr kronor kroner íslensk* sek nok dkk zł złot* pln kč
  korun* czk ft forint* magyar huf lei ron tl lira* rb rupiah ribu juta đ vnd đồng triệu dinar* rsd chf fr stk stück
  szt ks kpl db buc adet stuks мм см м км мл л кг г вт квт гб мб мач руб* р грн гривень гривні лв лева дин динара
  тенге шт х`)

export const joinedUnits = words(`
  円 元 块 塊 원 만 萬 万 个 個 件 枚 台 개 บาท ชิ้น تومان ریال ريال درهم جنيه دينار دولار ليرة ש"ח ש״ח שח שקל रुप रु টাকা`)

function words(list: string): string {
  return list
    .trim()
    .split(/\s+/)
    .map(word => word.replace('*', String.raw`\p{L}*`).replaceAll('_', ' '))
    .join('|')
}
