import type { Cell, Format } from '../formats/format.ts'
import { realword } from '../formats/realword/realword.ts'
import { plainName } from './guess.ts'
import { plainAddress } from './identity.ts'
import type { RefusalName, RefusedRow } from './refusals/refusals.ts'

/** A row that answers another one. */
export type Reply = {
  /** The id of the row that it answers, as the file writes it. */
  parent: string
  text: string
  /** As the file writes it. */
  createdAt: string
  email: string
  isStores: boolean
}

/** How a file says which row another one answers. */
export type Parents = {
  /** '' for a row that answers none. */
  parentOf: (cell: Cell) => string
  /** Whether a row may have a parent and be a review nevertheless, such as that of its product. */
  isVague: boolean
  columns: string[]
}

// As `plainName` writes them.
const clear =
  `comment_parent parent_comment parent_comment_id parent_review parent_review_id id_parent_comment reply_to
  reply_to_id reply_to_comment reply_to_review in_reply_to in_reply_to_id replied_to response_to answer_to
  comentario_pai id_comentario_pai resposta_a em_resposta_a comentario_padre id_comentario_padre respuesta_a
  en_respuesta_a`.split(/\s+/)
const vague = ['parent', 'parent_id', 'id_parent', 'id_pai', 'id_padre']

/** Undefined for a file whose rows answer none. */
export function findParents(header: string[], format: Format): Parents | undefined {
  const column = header.find(name => [...clear, ...vague].includes(plainName(name)))
  if (format.replyTo) return { parentOf: format.replyTo, isVague: false, columns: [] }
  if (column === undefined || format !== realword) return undefined
  const parentOf = (cell: Cell) => (none.test(cell(column)) ? '' : cell(column))
  return { parentOf, isVague: vague.includes(plainName(column)), columns: [column] }
}

const none = /^(0*|null|none|nil|\\N|-)$/i

/** What a row is: a reply, or one that a reply may answer. */
type Row = { reply: Reply | undefined; isImported: boolean; email: string }

/** The replies of a file, joined with its rows by their ids. */
export type Replies = {
  /** Those of a row, as one text. */
  of: (id: string) => { text: string; createdAt: string } | undefined
  /** Why a reply is not imported; empty if it is. */
  refuse: (row: number, reply: Reply) => RefusedRow[]
  /** How many are imported. */
  count: number
}

/** Collects the rows of a file, in any order, and then joins them. */
export function createReplyCollector() {
  const rows = new Map<string, Omit<Row, 'reply'> & { isReply: boolean }>()
  const replies: Reply[] = []
  return {
    add: (id: string, { reply, isImported, email }: Row) => {
      if (reply) replies.push(reply)
      if (id !== '') rows.set(id, { isReply: reply !== undefined, isImported, email: plainAddress(email) })
    },
    join: (): Replies => {
      const problemOf = (reply: Reply) => wrongWith(reply, rows.get(reply.parent))
      const taken = replies.filter(reply => problemOf(reply) === undefined)
      const byRow = Map.groupBy(taken, ({ parent }) => parent)
      return {
        of: id => {
          const found = byRow.get(id)
          // A second reply of the store continues the first.
          return (
            found && {
              text: found.map(({ text }) => text).join('\n\n'),
              createdAt: found[0]?.createdAt ?? '',
            }
          )
        },
        refuse: (row, reply) => {
          const problem = problemOf(reply)
          return problem === undefined ? [] : [{ row, column: null, refusal: { name: problem } }]
        },
        count: taken.length,
      }
    },
  }
}

type Answered = { isReply: boolean; isImported: boolean; email: string }

function wrongWith(reply: Reply, answered: Answered | undefined): RefusalName | undefined {
  if (!answered) return 'replyAlone'
  if (answered.isReply) return 'replyToReply'
  if (!answered.isImported) return 'replyToRefused'
  if (!reply.isStores || (reply.email !== '' && reply.email === answered.email)) return 'replyOfVisitor'
  return reply.text === '' ? 'replyEmpty' : undefined
}
