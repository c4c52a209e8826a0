import { html, type TemplateResult } from 'lit/html.js'
import type { Say } from '../say.ts'
import type { StripTexts } from '../strips/strip-texts.ts'
import type { Subject, Totals } from './lists.ts'

/** The choice between the reviews of products and those of the store, with the number of each. */
export function tabs(
  subject: Subject,
  totals: Totals,
  { say, texts }: { say: Say; texts: StripTexts },
  choose: (subject: Subject) => void,
): TemplateResult {
  const tab = (name: Subject, label: string) =>
    html`<button part="tab" class="pill" type="button" aria-pressed=${name === subject} @click=${() => choose(name)}>
      ${label} <span class="count">${say.number(totals[name].total)}</span>
    </button>`
  return html`<div part="tabs" class="chips tabs" role="group" aria-label=${texts.reviews}>
    ${tab('products', texts.ofProducts)} ${tab('store', texts.ofStore)}
  </div>`
}
