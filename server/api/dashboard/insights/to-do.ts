import { countPendingContent } from '../../../answers/moderation/content/lookups.ts'
import { countReported } from '../../../answers/moderation/reports/reports.ts'
import { answerContent } from '../../../answers/questions/answers/answers.ts'
import { questionContent } from '../../../answers/questions/questions.ts'
import { reviewContent } from '../../../answers/reviews/reviews.ts'
import { countFailedMails } from '../../../asking/mail/deliveries/failed-mails.ts'
import { ordersOfMonth } from '../../../asking/orders/order-usage.ts'
import { listImports } from '../../../exchange/imports/uploads/stored-imports.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { mayActAs, type Role } from '../../../tenants/accounts/roles.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ToDo } from './insight-schemas.ts'

const day = 24 * 60 * 60 * 1000
const week = 7 * day
const most = 1_000

/** Pending work for the members of the store. Each count uses an index that contains only pending records. */
export async function readToDo(
  db: Connection,
  store: Store,
  role: Role,
  now: number,
): Promise<Omit<ToDo, 'mail_off'>> {
  const { store_id, order_limit } = store
  const since = new Date(now - week)
  const reviews = await countPendingContent(db, store_id, reviewContent, most + 1)
  const questions = await countPendingContent(db, store_id, questionContent, most + 1)
  const answers = await countPendingContent(db, store_id, answerContent, most + 1)
  const reported = await countReported(db, store_id, reviewContent, since, most + 1)
  const reportedQuestions = await countReported(db, store_id, questionContent, since, most + 1)
  const reportedAnswers = await countReported(db, store_id, answerContent, since, most + 1)
  const plan = order_limit === null ? null : { ...(await ordersOfMonth(db, store, now)), limit: order_limit }
  return {
    reviews: { ...capped(reviews.count), since: reviews.since },
    questions: { ...capped(questions.count), since: questions.since },
    answers: { ...capped(answers.count), since: answers.since },
    reported: capped(reported),
    reported_questions: capped(reportedQuestions + reportedAnswers),
    failed_mails: capped(await countFailedMails(db, store_id, since, most + 1)),
    requests_paused: store.requests_paused,
    import: mayActAs(role, 'owner') ? await newestImport(db, store_id, now) : null,
    plan,
  }
}

async function newestImport(db: Connection, storeId: string, now: number): Promise<ToDo['import']> {
  const [newest] = await listImports(db, storeId, { limit: 1 })
  if (!newest || newest.created_at.getTime() < now - day) return null
  const { id, file_name, state, imported, refused } = newest
  if (state === 'uploading' || state === 'cancelled' || state === 'undoing' || state === 'undone') return null
  return { id, file_name, state, imported, refused }
}

const capped = (count: number) => ({ count: Math.min(count, most), more: count > most })
