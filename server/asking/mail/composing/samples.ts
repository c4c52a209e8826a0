import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import { textsFor } from './mail-texts.ts'

/** Sample texts for previews of mails that quote a person. */
export type Sample = Omit<Catalogues['mails']['samples'], 'products' | 'review'> & {
  /** Used when the store's catalogue is empty. */
  products: string[]
  review: { rating: number; title: string; body: string }
  reason: string
}

/** The samples in the language of mails to `language`. */
export function sampleIn(language: string): Sample {
  const { samples, reasons } = textsFor(language)
  const { products, review } = samples
  return {
    ...samples,
    products: Object.values(products),
    review: { ...review, rating: 4 },
    reason: reasons.private_data,
  }
}
