import { existingContent } from '../../answers/moderation/content/lookups.ts'
import { questionFields } from '../../answers/questions/csv-fields.ts'
import { insertQuestions, type Question, questionContent } from '../../answers/questions/questions.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { readMoment, readReply, readState } from './reading/cells/cells.ts'
import { contentsOf, plainAddress, plainText, secondsOf } from './reading/identity.ts'
import type { Kind } from './reading/kind.ts'
import { Refused } from './reading/refusals/refused.ts'

export const questionRows: Kind<Omit<Question, 'id' | 'product_id'>> = {
  name: 'question',
  fields: questionFields,
  id: 'question_id',
  needed: [['body'], ['product_id', 'product_sku']],
  written: ['product_id', 'product_sku', 'body', 'display_name', 'email', 'created_at'],
  read: (texts, rules) => {
    if (texts.body === '') throw new Refused('body', 'noQuestion')
    const created_at = readMoment(texts, 'created_at', rules) ?? new Date(rules.undatedAt)
    const state = readState(texts, rules)
    return {
      body: texts.body,
      display_name: texts.display_name,
      email: texts.email || null,
      address: comparableAddress(texts.email) ?? null,
      state,
      moderation_reason: null,
      language: rules.language,
      created_at,
      published_at: state === 'published' ? created_at : null,
      ...readReply(texts, created_at, rules),
    }
  },
  identify: (texts, values, rules, handle) => {
    const written = [plainText(texts.body), plainText(texts.display_name), plainAddress(texts.email)]
    const seconds = secondsOf(texts, values.created_at, rules)
    return { contents: contentsOf(texts, handle, seconds, written), shared: undefined }
  },
  known: (db, storeId, ids) => existingContent(db, storeId, questionContent, ids),
  insert: insertQuestions,
}
