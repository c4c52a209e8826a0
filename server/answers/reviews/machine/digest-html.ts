import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import { type Html, html } from '../../../foundation/lib/text/html.ts'
import type { Digest } from './digests.ts'

/** The summary for `reviews.html`, marked as made by a machine for people and for programs. */
export function digestHtml(
  { points, reviews, language, model }: Digest,
  texts: Pick<Catalogues['html'], 'digest' | 'written' | 'count'>,
): Html {
  const items = points.map(point => html`<li>${point}</li>`)
  return html`
<aside class="rw-digest" data-generated="machine" data-model="${model}" lang="${language}"><h3 class="rw-title">${texts.digest}</h3><ul>${items}</ul><p class="rw-meta">${texts.written} · ${texts.count({ count: reviews })}</p></aside>`
}
