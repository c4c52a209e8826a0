import { load } from 'texts:widgets/dialogs'
import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import type { Say } from '../../say.ts'

export type DialogTexts = Catalogues['widgets']['dialogs']

/** Loads the texts of the dialogs, which are opened late and rarely. */
export async function loadDialogTexts({ locale, formats }: Say): Promise<DialogTexts> {
  const { texts } = await load(locale)
  return texts(formats)
}
