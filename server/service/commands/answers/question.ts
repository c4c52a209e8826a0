import type { Command } from 'commander'
import type { Reason } from '../../../answers/moderation/reasons.ts'
import {
  type ListedQuestion,
  listQuestions,
  type QuestionFilter,
} from '../../../answers/questions/list-questions.ts'
import { answerQuestion, publishQuestion, rejectQuestion } from '../../../answers/questions/moderate.ts'
import type { Question } from '../../../answers/questions/questions.ts'
import { importQuestions } from '../../../exchange/imports/imports.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import type { PagePosition } from '../../../foundation/lib/ids/cursor.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { addExportCommand } from '../export.ts'
import { addImportCommand } from '../import/import.ts'
import { dim, print, say, sayPairs, sayTable } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import { decision, printReports, printText, replyText, withPage, withReason } from './review.ts'

type Flags = { store: string; json?: boolean }

type ListFlags = Flags &
  QuestionFilter & { product?: string; oldest?: boolean; limit: number; after?: PagePosition }

export function addQuestionCommands(program: Command): void {
  const question = program
    .command('question')
    .description('read, import, export, answer and moderate questions')
  addImportCommand(question, 'question', importQuestions)
  addExportCommand(question, 'questions')
  addList(question)
  decision(question, 'answer', 'answer a question, which also shows it')
    .argument('[text]', 'the text of the answer')
    .option('--withdraw', 'withdraw the answer')
    .action(async (id: string, text: string | undefined, flags: Flags & { withdraw?: boolean }) => {
      const reply = replyText(text, flags.withdraw)
      await decide(flags, (tx, store, by) => answerQuestion(tx, store, id, reply, by))
    })
  decision(question, 'publish', 'show a question without an answer').action((id: string, flags: Flags) =>
    decide(flags, (tx, store, by) => publishQuestion(tx, store, id, by)),
  )
  withReason(decision(question, 'reject', 'refuse a question')).action(
    (id: string, flags: Flags & { reason: Reason }) =>
      decide(flags, (tx, store, by) => rejectQuestion(tx, store, id, flags.reason, by)),
  )
}

function addList(question: Command): void {
  withPage(question.command('list').description('list questions by date, newest first'))
    .option('--unanswered', 'only unanswered questions')
    .action(async (flags: ListFlags) => {
      const { store, product, oldest, limit, after, json, ...filter } = flags
      const page = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const wanted = { ...filter, ...(product !== undefined && { productId: product }) }
        return await listQuestions(db, store_id, wanted, { oldestFirst: oldest === true, limit, after })
      })
      print(json, page, () => {
        for (const one of page.result) printListed(one)
        if (page.result.length === 0) say('No questions found.')
        if (page.next) say(`More: --after ${page.next}`)
      })
    })
}

async function decide(
  { store, json }: Flags,
  act: (tx: Connection, storeId: string, by: By) => Promise<Question>,
): Promise<void> {
  const question = await withDatabase(async db => {
    const { store_id } = await readStore(db, store)
    const by = { at: new Date(systemClock()), actor: 'command' } as const
    return await db.transaction(tx => act(tx, store_id, by))
  })
  const { id, state, moderation_reason, reply } = question
  print(json, question, () => sayPairs({ id, state, reason: moderation_reason, answer: reply }))
}

function printListed(question: ListedQuestion): void {
  const found = question.flags.map(({ check, field }) => (field ? `${check} in ${field}` : check))
  sayTable(
    ['question', 'state', 'product', 'by', 'asked'],
    [[question.id, question.state, question.product_id, question.display_name, question.created_at]],
  )
  printText(question.body)
  if (question.reply) say(`    ${dim('answered:')} ${printable(question.reply)}`)
  if (found.length > 0) say(`    ${dim('found:')} ${[...new Set(found)].join(', ')}`)
  printReports(question)
  say()
}
