// GSM 03.38: characters of one septet, and those of its extension, which take two.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/** How many messages a text is billed as: 160 septets or 153 each, 70 UTF-16 units or 67 each. */
export function segmentsOf(text: string): number {
  const septets = septetsOf(text)
  if (septets !== undefined) return septets <= 160 ? 1 : Math.ceil(septets / 153)
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
}

function septetsOf(text: string): number | undefined {
  let count = 0
  for (const character of text) {
    if (basic.has(character)) count += 1
    else if (extended.has(character)) count += 2
    else return undefined
  }
  return count
}

const typographic: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
}

/**
 * The text in letters of GSM-7, if only accents and typographic signs keep it from that: a single ã or ç would more than
 * double the price, and some carriers of Brazil refuse such texts. Texts of other scripts stay as they are.
 */
export function withoutRareLetters(text: string): string {
  const plain = [...text.normalize('NFC')]
    .map(one => {
      const known = typographic[one] ?? one
      if (septetsOf(known) !== undefined) return known
      const base = known.normalize('NFD').replace(/\p{M}/gu, '')
      return septetsOf(base) === undefined ? known : base
    })
    .join('')
  return septetsOf(plain) === undefined ? text : plain
}
