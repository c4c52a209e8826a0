/** What stands around a number: a word that announces a phone, one that says that it is something else, or a unit. */
export type Context = { isAnnounced: boolean; isLabelled: boolean; isMeasured: boolean }

export function contextOf(text: string, start: number, end: number): Context {
  const before = text.slice(Math.max(0, start - sentence), start)
  // The nearer word counts.
  const [announced, labelled] = [before.search(announcing), before.search(labelling)]
  return {
    isAnnounced: announced > labelled,
    isLabelled: labelled > announced,
    isMeasured: measures.test(text.slice(end, end + 12)),
  }
}

const sentence = 48 // characters before a number that say what it is

// What stands between such a word and its number.
const filler = String.raw`(?:[\s:#=.(/-]|n[ºo°r](?!\p{L})|n[úu]m(?:ero)?|nummer|number|numéro|id|(?:de|da|do|del|du|d[eo]s|is|was|era|foi|é|es|est|ist|eh|me[ui]|meine|my|mon|mi|the|el|la)(?!\p{L})){0,12}`

const calling = [
  // Words that tell to call, a few words before the number.
  String.raw`(?:whats(?:app)?|wpp|wsp|zap|ligu?em?|ligar|ligou|llam\p{L}*|llám\p{L}*|call|ruf\p{L}*|anruf\p{L}*|appel\p{L}*|cham[ae]r?|contat\p{L}*|contáct\p{L}*|contacta\p{L}*|contact (?:me|us)|escrib\p{L}*|escrev\p{L}*)(?![\p{L}\p{N}])[^\d\n]{0,24}`,
  // Names of phones, which are products too, right before it.
  String.raw`(?:tele?f?|telef\p{L}*|tél(?:éphone)?|fone|cel|celular|móvil|movil|phone|mobile|handy\p{L}*)${filler}`,
]

// Words of a code, a size or an amount of money.
const labels = String.raw`
  pedido orden order commande bestell\p{L}* encomenda compra ref r[eé]f[eé]r\p{L}* c[oó]d c[oó]digo code sku ean gtin upc
  isbn asin modelo? modell modèle s[eé]rie serien\p{L}* serial lote? batch rastre\p{L}* tracking guía sendung\p{L}* factura
  fatura facture invoice rechnung\p{L}* nota nf protocolo ticket art(?:igo|ículo|icle|ikel)? item produto? producto product
  produkt produit part pe[cç]a pieza cep zip cp plz iban medidas? tamanhos? tam tallas? sizes? größen? tailles? eur usd mxn
  cop clp ars brl`
  .trim()
  .replace(/\s+/g, '|')

const announcing = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${calling.join('|')})$`, 'iu')
const labelling = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${labels})(?!\p{L})${filler}$|[#$€£¥]\s?$`, 'iu')

const measures =
  /^\s?(?:[€$£%×°]|(?:x|mm|cm|m|km|in|ml|cl|l|kg|g|lb|oz|w|v|a|kw|mah|hz|rpm|gb|mb|tb|px|dpi|pcs|un|euros?|pesos|reais|d[oó]lares|dollars|usd|eur|mxn|cop|clp|brl|cliques|clicks)(?![\p{L}\p{N}]))/iu
