import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Source } from '../../../config.ts'
import type { Say } from '../../say.ts'
import { sendReport } from '../visitor.ts'
import { type DialogTexts, loadDialogTexts } from './dialog-texts.ts'
import { openDialog } from './open-dialog.ts'

// The reasons that the API accepts.
const reasons = ['spam', 'offensive', 'private_data', 'not_about_product', 'other'] as const

type State = 'asked' | 'empty' | 'sending' | 'sent' | 'failed'

/** Asks what is wrong with a review, and reports it to the store. */
export async function askForReport(root: ShadowRoot, say: Say, source: Source, id: string): Promise<void> {
  const texts = { ...(await loadDialogTexts(say)), close: say.texts.close }
  const dialog = openDialog(root, 'report-dialog', texts.reportTitle)
  if (!dialog) return
  const { close, draw } = dialog
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const asked = event.target as HTMLFormElement
    const given = new FormData(asked)
    if (!given.has('reason')) {
      show('empty')
      asked.querySelector('input')?.focus()
      return
    }
    if (!asked.reportValidity()) return
    show('sending')
    const field = (name: string) => String(given.get(name)).trim()
    const email = field('email')
    const report = { reason: field('reason'), text: field('text') }
    await sendReport(source, id, email ? { ...report, email, language: say.locale } : report).then(
      () => show('sent'),
      () => show('failed'),
    )
  }
  const show = (state: State) =>
    draw(state === 'sent' ? thanks(texts, close) : form(texts, state, submit, close))
  show('asked')
}

function form(
  texts: DialogTexts,
  state: State,
  submit: (event: SubmitEvent) => void,
  close: () => void,
): TemplateResult {
  const wrong: Partial<Record<State, string>> = { empty: texts.reportEmpty, failed: texts.reportFailed }
  return html`<form class="report" novalidate @submit=${submit}>
    <h2>${texts.reportTitle}</h2>
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
      <button class="solid" type="submit" ?disabled=${state === 'sending'}><span>${texts.send}</span></button>
    </div>
  </form>`
}

function thanks(texts: DialogTexts & { close: string }, close: () => void): TemplateResult {
  return html`<div class="report" role="status">
    <h2>${texts.reportThanks}</h2>
    <p>${texts.reportSent}</p>
    <div class="acts"><button class="solid" type="button" autofocus @click=${close}><span>${texts.close}</span></button></div>
  </div>`
}
