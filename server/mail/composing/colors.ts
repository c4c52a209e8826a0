import { contrast, readableOn } from '../../lib/contrast.ts'

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
const visible = 3 // WCAG 2.2, 1.4.11

/** The colours of a mail of a store whose colour is `color`; of our own where that is none. */
export function mailColors(color: string): MailColors {
  const brand = /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : fallback
  const link = readableOn(light, brand, '#000000')
  const linkInDark = readableOn(dark, brand, '#ffffff')
  return {
    brand,
    onBrand: contrast(brand, '#000000') > contrast(brand, '#ffffff') ? '#000000' : '#ffffff',
    link,
    linkInDark,
    edge: contrast(brand, light) < visible ? link : brand,
    edgeInDark: contrast(brand, dark) < visible ? linkInDark : brand,
  }
}
