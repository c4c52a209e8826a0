import { load } from 'texts:widgets/strips'
import type { Catalogues } from '../../../build/texts/catalogues.ts'
import type { Conventions } from '../../locale.ts'

export type StripTexts = Catalogues['widgets']['strips']

/** Loads the texts of rw-gallery and rw-carousel alone. */
export async function loadStripTexts({ locale, formats }: Conventions): Promise<StripTexts> {
  const { texts } = await load(locale)
  return texts(formats)
}
