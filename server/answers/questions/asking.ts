import type { Mailing } from '../../asking/mail/opened-links.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import { type Proof, spendProof } from '../../foundation/visitors/challenge.ts'
import { allowAgain, fingerprintOf, isFirstTime } from '../../foundation/visitors/used-once.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { authorOf } from '../moderation/author.ts'
import { countUnconfirmedContent } from '../moderation/content/lookups.ts'
import { decideState } from '../moderation/moderation.ts'
import { changeQuestion, insertQuestions, type Question, questionContent, readQuestion } from './questions.ts'

/** A shopper's question, with validated fields. */
export type AskedQuestion = {
  productId: string
  name: string
  email: string
  body: string
  /** A language tag. */
  language: string
}

/** The proof of work, network and time of a submission. */
export type Sending = { proof: Proof; network: Buffer | undefined; at: Date }

/**
 * `asked`: the question is stored, by this or an earlier submission. `mailed_often`: we have sent the address so many
 * mails that another would be a nuisance to its owner. `proof_spent`: another submission spent the proof of work. The
 * last two store nothing.
 */
export type Asked = 'asked' | 'mailed_often' | 'proof_spent'

/** Stores the question as unconfirmed, and queues the mail that asks for confirmation. */
export async function askQuestion(
  db: Database,
  store: Store,
  asked: AskedQuestion,
  { proof, network, at }: Sending,
): Promise<Asked> {
  const storeId = store.store_id
  const address = comparableAddress(asked.email)
  if (!address) throw new Error('the address was not validated')
  const same = fingerprintOf('question', asked.productId, address, asked.body)
  return await db.transaction(async tx => {
    if (!(await isFirstTime(tx, storeId, same, new Date(at.getTime() + day), at))) return 'asked'
    const refused = await whyRefused(tx, storeId, address, proof, at)
    if (refused) {
      await allowAgain(tx, storeId, same)
      return refused
    }
    const question = await saveQuestion(tx, storeId, asked, address, at)
    // Only to store the flags: the store's rule does not apply to questions, which stay pending until answered.
    await decideState(tx, store, { ...question, kind: 'question', network, at })
    return 'asked'
  })
}

/** Confirms the author's address. The question becomes pending, and the store gets a mail. Repeating changes nothing. */
export async function confirmQuestion(db: Database, mailing: Mailing, at: Date): Promise<void> {
  const { storeId, recordId } = mailing
  await db.transaction(async tx => {
    const question = await readQuestion(tx, storeId, recordId ?? '', true)
    if (question.state !== 'unconfirmed') return
    const by = { at, actor: 'author', action: 'confirm' } as const
    await changeQuestion(tx, storeId, question.id, by, () => ({ state: 'pending' }))
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

async function saveQuestion(
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
