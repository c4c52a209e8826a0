import { LRUCache } from 'lru-cache'
import { contrast, mix, readableOn } from '../../../foundation/lib/contrast.ts'

/** The backgrounds in mails/layout.eta on which a colour is hardest to read. */
export const light = '#f3f1ec'
export const dark = '#1f1e1b'

/** The colours of a mail, all `#rrggbb`. */
export type MailColors = {
  brand: string
  /** Black or white, whichever has more contrast on `brand`. */
  onBrand: string
  /** `brand`, darkened until it is readable on the page; and lightened until it is readable on the dark page. */
  link: string
  linkInDark: string
  /** A border for areas filled with `brand`, in case they do not stand out from the page. */
  edge: string
  edgeInDark: string
  /** A tint of `brand`, and `brand` on it, for the initial that takes the place of a product's picture. */
  plate: string
  onPlate: string
  plateInDark: string
  onPlateInDark: string
}

const fallback = '#1f6f54'
const visible = 3 // WCAG 2.2, 1.4.11

/** The colours of a store's mails, from its colour. Falls back to ours if `color` is not a colour. */
export function mailColors(color: string): MailColors {
  return known.memo(color)
}

const known = new LRUCache<string, MailColors>({ max: 1_000, memoMethod: findColors })

function findColors(color: string): MailColors {
  const brand = /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : fallback
  const link = readableOn(light, brand, '#000000')
  const linkInDark = readableOn(dark, brand, '#ffffff')
  const plate = mix(brand, light, 0.88)
  const plateInDark = mix(brand, dark, 0.78)
  return {
    brand,
    onBrand: contrast(brand, '#000000') > contrast(brand, '#ffffff') ? '#000000' : '#ffffff',
    link,
    linkInDark,
    edge: contrast(brand, light) < visible ? link : brand,
    edgeInDark: contrast(brand, dark) < visible ? linkInDark : brand,
    plate,
    onPlate: readableOn(plate, brand, '#000000'),
    plateInDark,
    onPlateInDark: readableOn(plateInDark, brand, '#ffffff'),
  }
}
