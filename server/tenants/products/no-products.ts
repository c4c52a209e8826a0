/** What is sold like a product, and is none that a buyer could review. */
export const noProductKinds = [
  'gift_card',
  'protection',
  'warranty',
  'tip',
  'donation',
  'sample',
  'fee',
] as const

export type NoProductKind = (typeof noProductKinds)[number]

// In small letters, without accents. Each phrase may have words before it, which name a brand or a value: "Acme gift
// card", "2 year warranty".
const phrases: Record<NoProductKind, { words: string; before: number }> = {
  gift_card: {
    words:
      '(?:e-?)?gift ?-?(?:card|voucher|certificate)s?|vales?[ -](?:presente|compras?|regalo)|cart(?:ao|oes)[ -](?:de )?presente|(?:tarjeta|bono|cheque|certificado)s? (?:de )?regalo',
    before: 3,
  },
  protection: {
    words:
      '(?:shipping|package|parcel|delivery|order|checkout|purchase|route)\\+? (?:protection|insurance)|(?:seguro|protecao|proteccion) (?:de |do |da |del |para |para o |para el )?(?:envio|frete|entrega|transporte|pedido|compra)|envio (?:protegido|asegurado|segurado)',
    before: 3,
  },
  warranty: {
    words:
      '(?:extended )?warranty|protection plan|garantia (?:estendida|extendida)|seguro garantia|plan de proteccion|plano de protecao',
    before: 3,
  },
  tip: { words: 'tips?|gratuity|gorjetas?|propinas?', before: 0 },
  donation: { words: 'donations?|doac(?:ao|oes)|donacion(?:es)?|donativos?', before: 2 },
  sample: {
    words: '(?:free )?samples?|amostras?(?: (?:gratis|gratuita))?|muestras?(?: (?:gratis|gratuita))?',
    before: 0,
  },
  fee: {
    words:
      '(?:handling|service|processing|rush|shipping|delivery|packaging|small order|convenience|recycling|customs) fees?|taxa (?:de |do )?(?:servico|entrega|envio|manuseio|embalagem|conveniencia)|(?:cargo|tarifa|tasa|comision) (?:de |por )(?:servicio|envio|gestion|manejo|embalaje)',
    before: 1,
  },
}

// "Moka pot with gift card" is a moka pot.
const joining = 'with|and|plus|for|of|in|com|para|con|y|e|o|ou|or|sem|sin|without'
// After the phrase: nothing, a value, what a sign sets apart, or who made it. "Gift card holder" is a holder.
const after =
  '(?= ?$| ?[-\\u2013\\u2014:|/,.(#*+!$\\u20ac\\u00a3\\d]| ?r\\$| (?:of|for|from|by|de|del|do|da|por|para|digital|virtual|online|eletronico|electronica|plus|gratis|usd|eur|brl|mxn)\\b)'

const patterns = Object.entries(phrases).map(
  ([kind, { words, before }]) =>
    [
      kind as NoProductKind,
      new RegExp(`^(?:(?!(?:${joining}) )[^ +&]{1,30} ){0,${before}}(?:${words})${after}`),
    ] as const,
)

const longest = 120 // characters: longer names describe something

/** What a name alone says that it is; undefined for a product. It is a proposal, which a merchant can overrule. */
export function recognise(name: string): NoProductKind | undefined {
  if (name.length > longest) return undefined
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  return patterns.find(([, pattern]) => pattern.test(plain))?.[0]
}
