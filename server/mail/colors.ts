/** The grounds of mails/parts/head.mjml on which a colour is hardest to read. */
export const light = '#f3f1ec'
export const dark = '#1f1e1b'

/** The colours of a mail, all `#rrggbb`. */
export type MailColors = {
  brand: string
  /** Black or white, whichever reads better on `brand`. */
  onBrand: string
  /** `brand`, darkened until it can be read on the page, and lightened until it can on the dark one. */
  link: string
  linkInDark: string
  /** A rim for what is filled with `brand`, where it would not stand out from the page. */
  edge: string
  edgeInDark: string
}

const fallback = '#1f6f54'
const readable = 4.5 // WCAG 2.2, 1.4.3
const visible = 3 // WCAG 2.2, 1.4.11

/** The colours of a mail of a store whose colour is `color`; of our own where that is none. */
export function mailColors(color: string): MailColors {
  const brand = /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : fallback
  const link = towards(brand, '#000000', light)
  const linkInDark = towards(brand, '#ffffff', dark)
  return {
    brand,
    onBrand: contrast(brand, '#000000') > contrast(brand, '#ffffff') ? '#000000' : '#ffffff',
    link,
    linkInDark,
    edge: contrast(brand, light) < visible ? link : brand,
    edgeInDark: contrast(brand, dark) < visible ? linkInDark : brand,
  }
}

/** WCAG's contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function towards(color: string, end: string, ground: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(color, end, part)
    if (contrast(mixed, ground) >= readable) return mixed
  }
  return end
}

function mix(color: string, end: string, part: number): string {
  const to = channels(end)
  const mixed = channels(color).map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * part))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16))
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(value => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
