import type { Database } from '../../foundation/database/connect.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import type { MailBlock, MailDesigns } from './settings/mail-design.ts'
import { tidySettings } from './settings/tidy-settings.ts'
import { checkSettings } from './settings/wrong-settings.ts'
import { type MailWords, type Store, updateStore } from './stores.ts'

type OwnWords = MailWords[string][string]

/**
 * Changes of a store's email texts and appearance: only the given fields. A null text means our standard text, and null
 * for the blocks of a design our usual mail.
 */
export type MailContentChange = {
  words?: { kind: string; language: string; own: { [Part in keyof OwnWords]?: string | null } }[]
  designs?: DesignChange[]
  color?: string | undefined
  logo_url?: string | null | undefined
}

export type DesignChange = { kind: string; language: string; blocks: MailBlock[] | null }

/**
 * Applies all changes, or none if one is invalid. Throws `store_unknown` or `settings_invalid`.
 */
export async function changeMailContent(
  db: Database,
  storeId: string,
  change: MailContentChange,
  by?: By,
): Promise<Store> {
  return await updateStore(db, storeId, store => settingsOf(store, change), by)
}

/** The store as it would be after the change, to preview its emails. Throws `settings_invalid`. */
export function withMailContent(store: Store, change: MailContentChange): Store {
  const changed = { ...store, ...tidySettings(settingsOf(store, change)) }
  checkSettings(changed)
  return changed
}

function settingsOf(store: Store, { words = [], designs = [], color, logo_url }: MailContentChange) {
  return {
    mail_words: words.reduce(
      (all, { kind, language, own }) => withWords(all, kind, language, own),
      store.mail_words,
    ),
    mail_designs: designs.reduce(withDesign, store.mail_designs),
    ...(color !== undefined && { color }),
    ...(logo_url !== undefined && { logo_url }),
  }
}

/**
 * Sets the store's own texts of one kind of email and language. Given fields replace the stored ones, others stay;
 * undefined removes all of them. Throws `store_unknown` or `settings_invalid`.
 */
export async function setMailWords(
  db: Database,
  storeId: string,
  kind: string,
  language: string,
  own: OwnWords | undefined,
  by?: By,
): Promise<MailWords> {
  const change = { words: [{ kind, language, own: own ?? { subject: null, words: null } }] }
  const { mail_words } = await changeMailContent(db, storeId, change, by)
  return mail_words
}

function withWords(
  words: MailWords,
  kind: string,
  language: string,
  own: { [Part in keyof OwnWords]?: string | null },
): MailWords {
  const { [kind]: ofKind = {}, ...otherKinds } = words
  const { [language]: before, ...others } = ofKind
  const said = Object.entries({ ...before, ...own }).filter(([, text]) => text !== null && text !== undefined)
  const byLanguage =
    said.length > 0 ? { ...others, [language]: Object.fromEntries(said) as OwnWords } : others
  return withKind(otherKinds, kind, byLanguage)
}

function withDesign(designs: MailDesigns, { kind, language, blocks }: DesignChange): MailDesigns {
  const { [kind]: ofKind = {}, ...otherKinds } = designs
  const { [language]: _, ...others } = ofKind
  return withKind(otherKinds, kind, blocks === null ? others : { ...others, [language]: blocks })
}

// A kind without languages is not kept.
function withKind<Own>(
  others: Record<string, Record<string, Own>>,
  kind: string,
  byLanguage: Record<string, Own>,
): Record<string, Record<string, Own>> {
  return Object.keys(byLanguage).length === 0 ? others : { ...others, [kind]: byLanguage }
}
