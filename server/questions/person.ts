import sql, { raw } from 'sql-template-tag'
import type { By } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import {
  anonymousIn,
  cleaningOf,
  holdsAddress,
  isAddressOf,
  type Known,
  type Person,
  redact,
} from '../personal-data/person.ts'
import { changeQuestion, columnNames, type Question } from './questions.ts'

/** The questions the person asked, as they are stored. */
export async function questionsOfPerson(
  db: Connection,
  storeId: string,
  person: Person,
): Promise<Question[]> {
  const found = await db.query<Question>(sql`
    select ${columnNames}
    from questions
    where store_id = ${storeId} and (address = ${person.address} or ${holdsAddress(person, raw('email'))})
    order by created_at, id`)
  return found.filter(({ address, email }) => address === person.address || isAddressOf(person, email ?? ''))
}

/**
 * Leaves the person's questions without who asked them, and no text of any question with their address
 * in it. `known` is what else they were called. Tells how many questions were theirs.
 */
export async function erasePersonFromQuestions(
  tx: Connection,
  storeId: string,
  person: Person,
  known: Known,
  { at, actor }: By,
): Promise<{ questions: number }> {
  const theirs = await questionsOfPerson(tx, storeId, person)
  const by = { at, actor, action: 'erase' } as const
  for (const { id } of theirs)
    await changeQuestion(tx, storeId, id, question => withoutIdentity(question, person, known), by)
  const others = await tx.query<{ id: string }>(sql`
    select id
    from questions
    where store_id = ${storeId}
      and ${holdsAddress(person, raw("body || ' ' || display_name || ' ' || coalesce(reply, '')"))}`)
  for (const { id } of others)
    await changeQuestion(tx, storeId, id, question => withoutAddress(question, person), by)
  return { questions: theirs.length }
}

function withoutIdentity(question: Question, person: Person, known: Known): Partial<Question> {
  const clean = cleaningOf(person, known, question.display_name)
  return {
    display_name: anonymousIn(question.language),
    email: null,
    address: null,
    body: clean.text(question.body),
    reply: clean.reply(question.reply),
  }
}

function withoutAddress(question: Question, person: Person): Partial<Question> {
  const clean = (text: string) => redact(text, person, { names: [], phones: [] })
  return {
    body: clean(question.body),
    display_name: clean(question.display_name),
    reply: question.reply && clean(question.reply),
  }
}
