import { html, type TemplateResult } from 'lit/html.js'
import { replyIcon } from './icons.ts'
import type { Say } from './say.ts'

/** The store's answer, with its text as its place displays it. */
export function replyOf(
  reply: { body: string; created_at: string },
  { say, storeName }: { say: Say; storeName: string | undefined },
  text: TemplateResult,
): TemplateResult {
  return html`<div part="reply" class="reply">
    <p class="from">
      ${replyIcon}<b dir="auto">${say.replyOf(storeName)}</b>
      <time class="date" datetime=${reply.created_at}>${say.date(reply.created_at)}</time>
    </p>
    ${text}
  </div>`
}
