import { html, nothing, type TemplateResult } from 'lit/html.js'
import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { shared } from '../../styles.ts'
import { controls } from '../controls.styles.ts'
import { type Changes, notifyPage } from '../element.ts'
import { bubbleIcon, searchIcon } from '../icons.ts'
import { keepBelowStill } from '../keep-still.ts'
import { LoadingElement } from '../loading-element.ts'
import { questionsProperties } from '../properties.ts'
import { type Say, spoken } from '../say.ts'
import type { Answers } from './answers/answers.ts'
import type { Form } from './form/form.ts'
import { blankQuestion, question } from './question.ts'
import {
  createQuestionList,
  type ListState,
  pageSizes,
  type QuestionList,
  type QuestionPage,
  type Step,
} from './question-list.ts'
import { styles } from './questions.styles.ts'

const pause = 300 // ms without typing before a search is sent

/**
 * The questions about a product and the store's answers, with a search and a form to ask a new question.
 *
 * @tagname rw-questions
 * @attr {string} data-store-id - The store's id. Default: the page's setting.
 * @attr {string} data-store-key - The store's public key. Default: the page's setting.
 * @attr {string} data-api-url - The address of the service. Default: the origin of the script.
 * @attr {string} data-product-id - The product's id.
 * @attr {string} data-product-sku - The product's SKU, instead of its id.
 * @attr {boolean} [data-enable-new-questions=true] - `false` hides the forms for new questions and answers.
 * @slot heading - Replaces the heading "Questions and answers".
 * @slot empty - Replaces the text shown without questions.
 * @fires {CustomEvent<{ count: number }>} rw-load - The questions were loaded.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The questions could not be loaded.
 * @fires {CustomEvent} rw-question-sent - The shopper's question was sent to the store.
 * @fires {CustomEvent} rw-answer-sent - The shopper's answer to a question was sent to the store.
 * @csspart header - The heading, count, search field and button.
 * @csspart heading - The heading.
 * @csspart count - The number of questions.
 * @csspart search - The search field.
 * @csspart ask-button - The button "Ask a question".
 * @csspart frame - The container of the form.
 * @csspart list - The list of questions.
 * @csspart question - A question with its answer.
 * @csspart answers - The answers of shoppers to a question.
 * @csspart answer - An answer of a shopper.
 * @csspart verified - The badge of a verified purchase.
 * @csspart answer-button - The button "Answer this question".
 * @csspart author - The author's name.
 * @csspart body - The text of a question or an answer.
 * @csspart reply - The store's answer.
 * @csspart button - The buttons "Show more" and "Try again".
 * @csspart note - The message shown instead of an empty or failed list.
 */
export class RwQuestions extends LoadingElement {
  static override properties = { ...LoadingElement.properties, ...questionsProperties }
  static override styles = [shared, controls, styles]

  /** Whether shoppers can ask new questions. */
  declare enableNewQuestions: boolean

  #list: QuestionList | undefined
  #typing: ReturnType<typeof setTimeout> | undefined
  #unfolded = new Set<string>()
  #form: Form | undefined // since it was first opened
  #settle: (() => void) | undefined
  #answers: Answers | undefined
  #said: Text | '' = '' // of the live region, as in rw-reviews

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#typing)
    this.#forget()
  }

  protected override async load(source: Source, signal: AbortSignal): Promise<void> {
    const { name, value } = source.product
    const list = createQuestionList(
      async (terms, offset, limit, aborted) => {
        const page = await read<QuestionPage>(
          source,
          'questions',
          {
            [name]: value,
            expand: 'reply',
            limit,
            offset,
            ...(terms && { terms, locale: this.say?.locale }),
          },
          aborted,
        )
        // Without the code, questions are shown alone.
        if (page.meta?.buyer_answers || page.result.some(({ answers }) => answers?.[0]))
          this.#answers ??= await import('./answers/answers.ts')
            .then(({ createAnswers }) => createAnswers(this, source, page.meta, signal))
            .catch(() => undefined)
        return page
      },
      (done, error) => list === this.#list && this.#onNews(list.state, done, error),
    )
    this.#list = list
    this.#answers = undefined
    this.#forget()
    signal.addEventListener('abort', list.stop)
    await list.load('first')
  }

  #onNews({ failed, count, shown }: ListState, done: Step | undefined, error: unknown): void {
    if (done) this.#hold()
    // Nobody has asked for the first page.
    if (done === 'search' && !failed && this.say)
      this.#said = spoken(this.say.texts.questionCount({ count }), this.#said)
    this.requestUpdate()
    if (!done) return
    if (failed) notifyPage(this, 'rw-error', { error })
    else notifyPage(this, 'rw-load', { count })
    if (done === 'more' && !failed)
      void this.#goTo(this.renderRoot.querySelectorAll('.question').length, shown.length)
  }

  // The next change of height must not pull content below into view.
  #hold(): void {
    this.#settle ??= keepBelowStill(this.renderRoot)
  }

  // Move the focus to the first new question.
  async #goTo(index: number, count: number): Promise<void> {
    await this.updateComplete
    if (index < count)
      this.renderRoot.querySelectorAll<HTMLElement>('.question')[index]?.focus({ preventScroll: true })
  }

  #search(typed: string, wait = pause): void {
    const terms = typed.trim()
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => {
      if (terms !== this.#list?.state.terms) void this.#list?.load('search', terms)
    }, wait)
  }

  #unfold(part: string): void {
    if (!this.#unfolded.delete(part)) this.#unfolded.add(part)
    this.requestUpdate()
  }

  protected override willUpdate(changes: Changes): void {
    if (changes.has('say')) this.#hold()
  }

  protected override updated(changes: Changes): void {
    super.updated(changes)
    this.#settle?.()
    this.#settle = undefined
  }

  protected override get isBlank(): boolean {
    return !this.say || this.#list?.state.all === undefined
  }

  protected override render(): TemplateResult {
    const [say, state] = [this.say, this.#list?.state]
    if (!say || !state) return html`<div class="root">${blanks()}</div>`
    return html`<section class="root" lang=${say.locale} dir=${say.dir} aria-label=${say.texts.questions}>
      ${this.#header(say, state)} ${this.#form?.frame(say, say.texts.ask)} ${this.#body(say, state)}
      <p class="unseen" aria-live="polite">${this.#said}</p>
    </section>`
  }

  #header({ texts }: Say, { terms, count, all }: ListState): TemplateResult {
    const told = terms ? count : all
    return html`<div part="header" class="head">
      <slot name="heading"><h2 part="heading">${texts.questions}</h2></slot>
      <span part="count" class="count">${told === undefined || all === 0 ? nothing : texts.questionCount({ count: told })}</span>
      ${
        all && all > pageSizes.first
          ? html`<label class="search">
              ${searchIcon}
              <input
                part="search"
                type="search"
                maxlength="200"
                placeholder=${texts.searchQuestions}
                aria-label=${texts.searchQuestions}
                @input=${(event: Event) => this.#search((event.target as HTMLInputElement).value)}
              />
            </label>`
          : nothing
      }
      ${
        this.enableNewQuestions
          ? html`<button
              part="ask-button"
              class="solid"
              type="button"
              aria-expanded=${Boolean(this.#form?.opened)}
              @click=${(event: Event) => this.#ask(event)}
            >
              <span>${texts.ask}</span>
            </button>`
          : nothing
      }
    </div>`
  }

  #body(say: Say, { all, count, terms, shown, storeName, busy, failed }: ListState): TemplateResult {
    const { texts } = say
    if (failed && failed !== 'more')
      return note(
        html`<p role="alert">${texts.failed}</p>${this.#button(texts.retry, () => this.#list?.load(failed))}`,
      )
    if (all === undefined) return blanks()
    if (all === 0) return note(html`${bubbleIcon}<slot name="empty"><p>${texts.noQuestions}</p></slot>`)
    if (count === 0)
      return note(
        html`<p>${texts.noQuestionsFound({ terms })}</p>${this.#button(texts.clearSearch, () => this.#clear())}`,
      )
    const view = {
      say,
      storeName,
      isUnfolded: (part: string) => this.#unfolded.has(part),
      unfold: (part: string) => this.#unfold(part),
      report: this.report,
    }
    return html`<ul part="list" class="list" aria-busy=${busy === 'search'}>
        ${shown.map(one => question(one, view, this.#answers?.(one, view)))}
      </ul>
      ${shown.length < count ? this.#more(say, failed) : nothing}`
  }

  #more({ texts }: Say, failed: Step | undefined): TemplateResult {
    return html`<div class="more">
      ${failed ? html`<p role="alert">${texts.failed}</p>` : nothing}
      ${this.#button(failed ? texts.retry : texts.more, () => this.#list?.load('more'))}
    </div>`
  }

  #button(words: string, act: () => void): TemplateResult {
    return html`<button part="button" class="pill" type="button" @click=${act}>${words}</button>`
  }

  #clear(): void {
    const field = this.renderRoot.querySelector('input')
    if (field) field.value = ''
    field?.focus()
    this.#search('', 0)
  }

  async #ask({ currentTarget: button }: Event): Promise<void> {
    const { createForm } = await import('./form/form.ts')
    const { source } = this
    if (!source) return
    const { name, value } = source.product
    this.#form ??= createForm(this, { source, path: 'embed/question', name, sent: 'rw-question-sent' })
    this.#form.toggle(value, button as HTMLElement)
  }

  #forget(): void {
    this.#form?.stop()
    this.#form = undefined
  }
}

function note(content: TemplateResult): TemplateResult {
  return html`<div part="note" class="note">${content}</div>`
}

function blanks(): TemplateResult {
  return html`<ul class="blanks" aria-hidden="true">
    ${[1, 2, 3].map(blankQuestion)}
  </ul>`
}
