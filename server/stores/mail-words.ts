import type { By } from '../audit/audit.ts'
import type { Database } from '../database/connect.ts'
import { type MailWords, type Store, updateStore } from './stores.ts'

/**
 * Sets what a store says itself in one kind of mail and language: what is given replaces, what is not stays;
 * undefined takes it all back. Throws Problem when there is no such store or the words are wrong.
 */
export async function setMailWords(
  db: Database,
  storeId: string,
  kind: string,
  language: string,
  own: MailWords[string][string] | undefined,
  by?: By,
): Promise<MailWords> {
  const change = (store: Store) => ({ mail_words: withWords(store.mail_words, kind, language, own) })
  const { mail_words } = await updateStore(db, storeId, change, by)
  return mail_words
}

function withWords(
  words: MailWords,
  kind: string,
  language: string,
  own: MailWords[string][string] | undefined,
): MailWords {
  const { [kind]: ofKind = {}, ...otherKinds } = words
  const { [language]: before, ...others } = ofKind
  const byLanguage = own ? { ...others, [language]: { ...before, ...own } } : others
  return Object.keys(byLanguage).length === 0 ? otherKinds : { ...otherKinds, [kind]: byLanguage }
}
