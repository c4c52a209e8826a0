import type { Connection, Database } from '../database/connect.ts'
import { comparableAddress } from '../lib/text/email-address.ts'
import { uuid } from '../lib/uuid.ts'
import type { Mailing } from '../mail/opened-links.ts'
import { queueNotice } from '../mailings/mailings.ts'
import { authorOf } from '../moderation/author.ts'
import { countUnconfirmedContent } from '../moderation/content/lookups.ts'
import { decideState } from '../moderation/moderation.ts'
import { readStore, type Store } from '../stores/stores.ts'
import { type Proof, spendProof } from '../visitors/challenge.ts'
import { allowAgain, fingerprintOf, isFirstTime } from '../visitors/once.ts'
import { changeQuestion, insertQuestions, type Question, questionContent, readQuestion } from './questions.ts'

/** A question as a shopper sends it; every field has been looked at. */
export type AskedQuestion = {
  productId: string
  name: string
  email: string
  body: string
  /** A language tag. */
  language: string
}

/** How and when it was sent. */
export type Sending = { proof: Proof; network: Buffer | undefined; at: Date }

/**
 * `asked`: it is kept, now or by an earlier press of the button. `mailed_often`: the address has been sent so
 * many of our mails that one more would be a nuisance to whoever reads it. `proof_spent`: the solution was
 * used for another question. The last two keep nothing.
 */
export type Asked = 'asked' | 'mailed_often' | 'proof_spent'

/** Keeps the question until its author's address is confirmed, and queues the mail that asks for that. */
export async function askQuestion(
  db: Database,
  store: Store,
  asked: AskedQuestion,
  { proof, network, at }: Sending,
): Promise<Asked> {
  const storeId = store.store_id
  const address = comparableAddress(asked.email)
  if (!address) throw new Error('the address was not looked at')
  const same = fingerprintOf('question', asked.productId, address, asked.body)
  return await db.transaction(async tx => {
    if (!(await isFirstTime(tx, storeId, same, new Date(at.getTime() + day), at))) return 'asked'
    const refused = await whyRefused(tx, storeId, address, proof, at)
    if (refused) {
      await allowAgain(tx, storeId, same)
      return refused
    }
    const question = await keepQuestion(tx, storeId, asked, address, at)
    // The store's rule has no say in questions: they wait for their answer. What was found is kept for it.
    await decideState(tx, store, { ...question, kind: 'question', network, at })
    return 'asked'
  })
}

/** Lets the store see the question: its author's address is real. A second time changes nothing. */
export async function confirmQuestion(db: Database, mailing: Mailing, at: Date): Promise<void> {
  const { storeId, recordId } = mailing
  await db.transaction(async tx => {
    const question = await readQuestion(tx, storeId, recordId ?? '', true)
    if (question.state !== 'unconfirmed') return
    await changeQuestion(tx, storeId, question.id, () => ({ state: 'pending' }), {
      at,
      actor: 'author',
      action: 'confirm',
    })
    const { contact_email, name, locale } = await readStore(tx, storeId)
    const to = { email: contact_email, name, language: locale }
    await queueNotice(tx, storeId, { kind: 'question_received', recordId: question.id, to, at })
  })
}

const mostUnconfirmed = 3
const day = 24 * 60 * 60_000 // ms

async function whyRefused(
  tx: Connection,
  storeId: string,
  address: string,
  proof: Proof,
  at: Date,
): Promise<'mailed_often' | 'proof_spent' | undefined> {
  if (!(await spendProof(tx, storeId, proof, at))) return 'proof_spent'
  const since = new Date(at.getTime() - day)
  if ((await countUnconfirmedContent(tx, storeId, questionContent, address, since)) >= mostUnconfirmed)
    return 'mailed_often'
}

async function keepQuestion(
  tx: Connection,
  storeId: string,
  asked: AskedQuestion,
  address: string,
  at: Date,
): Promise<Question> {
  const question: Question = {
    id: uuid(),
    product_id: asked.productId,
    body: asked.body,
    display_name: asked.name,
    email: asked.email,
    address,
    state: 'unconfirmed',
    moderation_reason: null,
    language: asked.language,
    created_at: at,
    published_at: null,
    reply: null,
    reply_created_at: null,
  }
  await insertQuestions(tx, storeId, [question], { at, actor: 'author', action: 'create' })
  await queueNotice(tx, storeId, {
    kind: 'confirm_question',
    recordId: question.id,
    to: authorOf(question),
    at,
  })
  return question
}
