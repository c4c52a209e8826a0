import { html, nothing, type TemplateResult } from 'lit/html.js'
import { fold } from './fold.ts'
import type { Say } from './say.ts'

/** Which texts are unfolded, under names that the caller chooses. */
export type Folding = { say: Say; isUnfolded: (name: string) => boolean; unfold: (name: string) => void }

/** A user's text. A long text is cut, with a button to show all of it. */
export function foldable(name: string, text: string, style: string, view: Folding): TemplateResult {
  const short = fold(text)
  const isWhole = short === undefined || view.isUnfolded(name)
  // The rest of a folded text is hidden by styles, because a printed page shows it.
  const { readMore, readLess } = view.say.texts
  return html`<p part="body" class="body ${style}" dir="auto">${isWhole ? text : html`${short}<span class="cut">…</span><span class="rest">${text.slice(short.length)}</span>`}</p>
    ${
      short === undefined
        ? nothing
        : html`<button class="link" type="button" aria-expanded=${isWhole} @click=${() => view.unfold(name)}>
            ${isWhole ? readLess : readMore}
          </button>`
    }`
}
