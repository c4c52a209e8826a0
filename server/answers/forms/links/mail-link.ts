import type { Database } from '../../../foundation/database/connect.ts'
import type { LinkRequest } from '../../../foundation/http/input/paths.ts'
import { languageFor } from '../../../foundation/http/language.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import type { PageContext } from '../pages/page.ts'

/** What a link in a mail opens: its mail, and the store whose page answers it. */
export type MailLink<Mailing> = { token: string; mailing: Mailing; store: Store; context: PageContext }

/** Opens the link of a request. Once its store is known, error pages have its store, language and frame. */
export async function openLink<Mailing extends { storeId: string; language: string }>(
  database: Database,
  request: LinkRequest,
  find: (token: string) => Promise<Mailing>,
): Promise<MailLink<Mailing>> {
  const { token } = request.params
  const mailing = await find(token)
  const store = await readStore(database, mailing.storeId)
  const language = languageFor(store, mailing.language)
  const context: PageContext = { store, language, frame: null }
  request.context = context
  return { token, mailing, store, context }
}
