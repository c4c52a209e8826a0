import { html, nothing, type TemplateResult } from 'lit/html.js'
import { type Folding, foldable } from '../foldable.ts'
import { replyOf } from '../reply.ts'
import { nameOf } from '../say.ts'

/** A question in the response of `questions.json` with `expand=reply`. */
export type Question = {
  id: string
  body: string
  display_name: string
  /** ISO 8601. */
  created_at: string
  reply: { body: string; created_at: string } | null
  /** Of shoppers, the oldest first. */
  answers?: Answer[]
}

export type Answer = Pick<Question, 'id' | 'body' | 'display_name' | 'created_at'> & {
  verified_purchase: boolean
}

/** How a text is folded, and the report of a question or answer by its id. */
export type QuestionView = Folding & { report: (kind: 'questions' | 'answers', id: string) => void }

/** Renders a question and the store's answer, with `below` after them. User texts are bound as text, with automatic direction. */
export function question(
  one: Question,
  view: QuestionView & { storeName: string | undefined },
  below: unknown,
): TemplateResult {
  const { id, body, created_at, reply } = one
  const { texts, date } = view.say
  return html`<li part="question" class="question" tabindex="-1">
    ${foldable(`${id}?`, body, 'asked', view)}
    <p class="meta">
      <span part="author" dir="auto">${nameOf(one, view.say)}</span> · <time datetime=${created_at}>${date(created_at)}</time>
      ${reply ? nothing : html` · ${texts.notAnswered}`}${reportButton('questions', id, view)}
    </p>
    ${reply ? replyOf(reply, view, foldable(id, reply.body, '', view)) : nothing} ${below}
  </li>`
}

/** The button that reports a question or answer. */
export function reportButton(kind: 'questions' | 'answers', id: string, view: QuestionView): TemplateResult {
  return html` · <button class="link" type="button" @click=${() => view.report(kind, id)}>${view.say.texts.report}</button>`
}

/** A placeholder for a question. */
export function blankQuestion(): TemplateResult {
  return html`<li class="question blank"><i></i><i></i></li>`
}
