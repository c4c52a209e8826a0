import sql from 'sql-template-tag'
import type { Mailing } from '../../../asking/mail/opened-links.ts'
import { hasBought } from '../../../asking/orders/reads/bought.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { queueNotice } from '../../../foundation/mailings/mailings.ts'
import { spendProof } from '../../../foundation/visitors/challenge.ts'
import { allowAgain, fingerprintOf, isFirstTime } from '../../../foundation/visitors/used-once.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { authorOf } from '../../moderation/author.ts'
import { countUnconfirmedContent } from '../../moderation/content/lookups.ts'
import { decideState } from '../../moderation/moderation.ts'
import type { Asked, Sending } from '../asking.ts'
import { type Question, readQuestion } from '../questions.ts'
import {
  type Answer,
  answerContent,
  changeAnswer,
  deleteAnswers,
  insertAnswers,
  readAnswer,
} from './answers.ts'

/** A shopper's answer to a question, with validated fields. */
export type SentAnswer = {
  name: string
  email: string
  body: string
  /** A language tag. */
  language: string
}

/** Stores the answer as unconfirmed, and queues the mail that asks for confirmation. The results are those of a question. */
export async function sendAnswer(
  db: Database,
  store: Store,
  question: Pick<Question, 'id' | 'product_id'>,
  sent: SentAnswer,
  { proof, network, at }: Sending,
): Promise<Asked> {
  const { store_id: storeId } = store
  const address = comparableAddress(sent.email)
  if (!address) throw new Error('the address was not validated')
  const same = fingerprintOf('answer', question.id, address, sent.body)
  return await db.transaction(async tx => {
    if (!(await isFirstTime(tx, storeId, same, new Date(at.getTime() + day), at))) return 'asked'
    const since = new Date(at.getTime() - day)
    const isPaid = await spendProof(tx, storeId, proof, at)
    const unconfirmed = await countUnconfirmedContent(tx, storeId, answerContent, address, since)
    if (!isPaid || unconfirmed >= mostUnconfirmed) {
      await allowAgain(tx, storeId, same)
      return isPaid ? 'mailed_often' : 'proof_spent'
    }
    const answer = await saveAnswer(tx, storeId, question, sent, address, at)
    // Only to store the flags: the store's rule does not apply to answers, which a person always reads first.
    await decideState(tx, store, { ...answer, kind: 'answer', network, at })
    return 'asked'
  })
}

/**
 * Confirms the author's address. The answer becomes pending, in place of an earlier pending one by this address.
 * `given`: the store has already decided about an answer by this address, and nothing changes. Repeating changes nothing.
 */
export async function confirmAnswer(
  db: Database,
  { storeId, recordId }: Mailing,
  at: Date,
): Promise<'confirmed' | 'given'> {
  return await db.transaction(async tx => {
    const { question_id } = await readAnswer(tx, storeId, recordId ?? '')
    // Two confirmations wait for each other here, so that one address has one answer.
    await readQuestion(tx, storeId, question_id, true)
    const answer = await readAnswer(tx, storeId, recordId ?? '', true)
    if (answer.state !== 'unconfirmed') return 'confirmed'
    const earlier = await earlierAnswers(tx, storeId, answer)
    if (earlier.some(({ state }) => state !== 'pending')) return 'given'
    const by = { at, actor: 'author' } as const
    const replaced = earlier.map(({ id }) => id)
    if (replaced.length > 0) await deleteAnswers(tx, storeId, replaced, { ...by, action: 'replace' })
    const { address, product_id } = answer
    const verified_purchase = address !== null && (await hasBought(tx, storeId, address, product_id))
    await changeAnswer(tx, storeId, answer.id, { ...by, action: 'confirm' }, () => ({
      state: 'pending',
      verified_purchase,
    }))
    return 'confirmed'
  })
}

const mostUnconfirmed = 3
const day = 24 * 60 * 60_000 // ms

async function earlierAnswers(tx: Connection, storeId: string, { id, question_id, address }: Answer) {
  return await tx.query<Pick<Answer, 'id' | 'state'>>(sql`
    select id, state
    from answers
    where store_id = ${storeId} and question_id = ${question_id} and address = ${address} and id <> ${id}
      and state <> 'unconfirmed'
    order by id`)
}

async function saveAnswer(
  tx: Connection,
  storeId: string,
  { id: question_id, product_id }: Pick<Question, 'id' | 'product_id'>,
  { body, name, email, language }: SentAnswer,
  address: string,
  at: Date,
): Promise<Answer> {
  const answer: Answer = {
    ...{ id: uuid(), question_id, product_id, body, display_name: name, email, address, language },
    verified_purchase: false,
    state: 'unconfirmed',
    moderation_reason: null,
    created_at: at,
    published_at: null,
  }
  // The question may be deleted meanwhile, and its answers with it.
  await readQuestion(tx, storeId, question_id, true)
  await insertAnswers(tx, storeId, [answer], { at, actor: 'author', action: 'create' })
  const notice = { kind: 'confirm_answer', recordId: answer.id, to: authorOf(answer), at } as const
  await queueNotice(tx, storeId, notice)
  return answer
}
