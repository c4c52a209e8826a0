import { html, nothing, type TemplateResult } from 'lit/html.js'
import { addressOf } from '../../../api.ts'
import type { Source } from '../../../config.ts'
import type { Say } from '../../say.ts'
import { type DialogTexts, loadDialogTexts } from './dialog-texts.ts'
import { openDialog } from './open-dialog.ts'

// Those of the API that a visitor can judge.
const reasons = ['spam', 'offensive', 'private_data', 'not_about_product', 'unlawful', 'other'] as const

const patience = 10_000 // ms

type State = 'asked' | 'empty' | 'sending' | 'sent' | 'failed'

/** What visitors can report, as the API names it. */
export type Reportable = 'reviews' | 'questions' | 'answers'

/** Asks what is wrong with a review, question or answer, and reports it to the store. */
export async function askForReport(
  root: ShadowRoot,
  say: Say | undefined,
  source: Source | undefined,
  kind: Reportable,
  id: string,
): Promise<void> {
  // The element was taken out of the page meanwhile.
  if (!say || !source) return
  const loaded = await loadDialogTexts(say)
  const texts = { ...loaded, title: loaded.reportTitles[kind], close: say.texts.close }
  const dialog = openDialog(root, 'report-dialog', texts.title)
  if (!dialog) return
  const { close, draw } = dialog
  let isSending = false
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const asked = event.target as HTMLFormElement
    const given = new FormData(asked)
    if (!given.has('reason')) {
      show('empty')
      asked.querySelector('input')?.focus()
      return
    }
    if (!asked.reportValidity()) return
    isSending = true
    show('sending')
    const field = (name: string) => String(given.get(name)).trim()
    const email = field('email')
    const report = { reason: field('reason'), text: field('text') }
    await send(source, `${kind}/${id}`, email ? { ...report, email, language: say.locale } : report).then(
      () => show('sent'),
      () => show('failed'),
    )
    isSending = false
    // What had the focus is gone.
    root.querySelector<HTMLElement>('dialog [autofocus]')?.focus()
  }
  const show = (state: State) =>
    draw(state === 'sent' ? thanks(texts, close) : form(texts, state, submit, close))
  show('asked')
}

async function send(source: Source, path: string, report: Record<string, string>): Promise<void> {
  const response = await fetch(addressOf(source, `api/v1/${path}/reports`, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) throw new Error(`reports: ${response.status}`)
}

function form(
  texts: DialogTexts & { title: string },
  state: State,
  submit: (event: SubmitEvent) => void,
  close: () => void,
): TemplateResult {
  const wrong: Partial<Record<State, string>> = { empty: texts.reportEmpty, failed: texts.reportFailed }
  return html`<form class="report" novalidate @submit=${submit}>
    <h2>${texts.title}</h2>
    <fieldset>
      <legend>${texts.reportWhy}</legend>
      ${reasons.map(
        reason =>
          html`<label><input type="radio" name="reason" value=${reason} required />${texts.reasons[reason]}</label>`,
      )}
    </fieldset>
    <label class="words">${texts.reportWords}<textarea name="text" rows="3" maxlength="2000"></textarea></label>
    <label class="words">${texts.reportEmail}<input type="email" name="email" autocomplete="email" maxlength="254" /></label>
    <p class="wrong" role="alert">${wrong[state] ?? nothing}</p>
    <div class="acts">
      <button class="pill" type="button" @click=${close}>${texts.cancel}</button>
      <button class="solid" type="submit" aria-disabled=${state === 'sending'}><span>${texts.send}</span></button>
    </div>
  </form>`
}

function thanks(texts: DialogTexts & { close: string }, close: () => void): TemplateResult {
  // Orca in Firefox reads only what has the focus, with its description.
  return html`<div class="report">
    <h2 id="thanks">${texts.reportThanks}</h2>
    <p id="sent">${texts.reportSent}</p>
    <div class="acts"><button class="solid" type="button" autofocus aria-describedby="thanks sent" @click=${close}><span>${texts.close}</span></button></div>
  </div>`
}
