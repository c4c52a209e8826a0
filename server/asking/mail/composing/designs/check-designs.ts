import type { Connection } from '../../../../foundation/database/connect.ts'
import { ApiError } from '../../../../foundation/errors/errors.ts'
import type { WordedKind } from '../../../../foundation/mailings/kinds.ts'
import {
  type DesignChange,
  type MailContentChange,
  withMailContent,
} from '../../../../tenants/stores/mail-words.ts'
import { readStore, type Store } from '../../../../tenants/stores/stores.ts'
import { previewMail } from '../preview.ts'

/**
 * Draws each design of a change with products of the store's catalogue. Throws `settings_invalid` at one that makes a
 * mail larger than Gmail shows, and what `withMailContent` throws.
 */
export async function checkDesigns(
  db: Connection,
  storeId: string,
  change: MailContentChange,
  address: string,
): Promise<void> {
  const { designs = [] } = change
  if (designs.length === 0) return
  const store = withMailContent(await readStore(db, storeId), change)
  for (const [index, design] of designs.entries()) await checkSize(db, store, design, index, address)
}

async function checkSize(
  db: Connection,
  store: Store,
  { kind, language, blocks }: DesignChange,
  index: number,
  address: string,
): Promise<void> {
  if (blocks === null) return
  try {
    await previewMail(db, store, { kind: kind as WordedKind, language }, address)
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== 'settings_invalid') throw error
    const problems = error.problems?.map(problem => ({ ...problem, path: `designs.${index}.blocks` }))
    throw new ApiError('settings_invalid', problems ? { problems } : {})
  }
}
