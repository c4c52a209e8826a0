import { html, nothing, type TemplateResult } from 'lit/html.js'
import { type Folding, foldable } from '../foldable.ts'
import { replyIcon } from '../icons.ts'

/** A question in the response of `questions.json` with `expand=reply`. */
export type Question = {
  id: string
  body: string
  display_name: string
  /** ISO 8601. */
  created_at: string
  reply: { body: string; created_at: string } | null
}

/** Renders a question and the store's answer. User texts are bound as text, with automatic direction. */
export function question(
  { id, body, display_name, created_at, reply }: Question,
  view: Folding & { storeName: string | undefined },
): TemplateResult {
  const { texts, date, replyOf } = view.say
  return html`<li part="question" class="question" tabindex="-1">
    ${foldable(`${id}?`, body, 'asked', view)}
    <p class="meta">
      <span part="author" dir="auto">${display_name.trim() || texts.anonymous}</span> · <time datetime=${created_at}>${date(created_at)}</time>
      ${reply ? nothing : html` · ${texts.notAnswered}`}
    </p>
    ${
      reply
        ? html`<div part="reply" class="reply">
            <p class="from">
              ${replyIcon}<b dir="auto">${replyOf(view.storeName)}</b>
              <time class="date" datetime=${reply.created_at}>${date(reply.created_at)}</time>
            </p>
            ${foldable(id, reply.body, '', view)}
          </div>`
        : nothing
    }
  </li>`
}

/** A placeholder for a question. */
export function blankQuestion(): TemplateResult {
  return html`<li class="question blank"><i></i><i></i></li>`
}
