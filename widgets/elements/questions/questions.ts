import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { addressOf, read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { shared } from '../../styles.ts'
import { controls } from '../controls.styles.ts'
import { closeIcon, searchIcon } from '../icons.ts'
import { keepBelowStill } from '../keep-still.ts'
import { LoadingElement } from '../loading-element.ts'
import { questionsProperties } from '../properties.ts'
import { type Say, sayIn } from '../say.ts'
import { listenToFrame } from './frame-messages.ts'
import { blankQuestion, type Question, question } from './question.ts'
import { styles } from './questions.styles.ts'

type Page = { result: Question[]; count: number }

type Step = 'first' | 'search' | 'more'

const pageSizes = { first: 5, search: 5, more: 10 }
const pause = 300 // ms without a key before a search is sent

/**
 * The questions about a product with the store's answers; a search among them, and the form to ask a new one.
 *
 * @tagname rw-questions
 * @attr {string} data-store-id - The store, unless said for the whole page.
 * @attr {string} data-store-key - The store's key, unless said for the whole page.
 * @attr {string} data-api-url - Where the service is, unless the script comes from it.
 * @attr {string} data-product-id - The product by its id.
 * @attr {string} data-product-sku - The product by its SKU, in place of its id.
 * @attr {boolean} [data-enable-new-questions=true] - `false`: nothing can be asked.
 * @slot heading - In place of "Questions and answers".
 * @slot empty - In place of the words shown when nobody has asked yet.
 * @fires {CustomEvent<{ count: number }>} rw-load - Questions are shown.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The questions could not be read.
 * @fires {CustomEvent} rw-question-sent - The shopper's question has reached the store.
 * @csspart header - Heading, number, search and button.
 * @csspart heading - The heading.
 * @csspart count - The number of questions.
 * @csspart search - The search field.
 * @csspart ask-button - "Ask a question".
 * @csspart frame - What surrounds the form.
 * @csspart list - The questions.
 * @csspart question - One question with its answer.
 * @csspart author - The name of who asked.
 * @csspart body - The text of a question or an answer.
 * @csspart reply - The store's answer.
 * @csspart button - "Show more" and "Try again".
 * @csspart note - What stands in place of the list when there is none.
 */
export class RwQuestions extends LoadingElement {
  static override properties: PropertyDeclarations = {
    ...LoadingElement.properties,
    enableNewQuestions: {
      attribute: questionsProperties.enableNewQuestions,
      converter: (value: string | null) => value !== 'false',
    },
  }
  static override styles = [shared, controls, styles]

  /** Whether new questions can be asked. */
  declare enableNewQuestions: boolean

  #say: Say | undefined
  #all: number | undefined // how many there are without a search
  #count = 0
  #shown: Question[] = []
  #busy: Step | undefined
  #failed: Step | undefined
  #terms = ''
  #typing: ReturnType<typeof setTimeout> | undefined
  #stop: AbortSignal | undefined
  #running: AbortController | undefined
  #unfolded = new Set<string>()
  #frame: AbortController | undefined // while the form is open
  #settle: (() => void) | undefined

  constructor() {
    super()
    this.enableNewQuestions = true
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#typing)
    this.#closeForm()
  }

  protected override async load(_source: Source, signal: AbortSignal): Promise<void> {
    this.#stop = signal
    this.#terms = ''
    this.#all = undefined
    this.#shown = []
    this.#closeForm()
    await this.#read('first')
  }

  async #read(step: Step): Promise<void> {
    const { source } = this
    if (!source) return
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    this.#stop?.addEventListener('abort', () => running.abort())
    this.#busy = step
    this.#failed = undefined
    this.requestUpdate()
    try {
      const page = await read<Page>(source, 'questions', this.#query(source, step), running.signal)
      if (!running.signal.aborted) this.#take(page, step)
    } catch (error) {
      if (running.signal.aborted) return
      this.#failed = step
      this.#tell('rw-error', { error })
    }
    if (running === this.#running) this.#busy = undefined
    this.#change()
  }

  #query({ product }: Source, step: Step) {
    return {
      [product.name]: product.value,
      expand: 'reply',
      limit: pageSizes[step],
      offset: step === 'more' ? this.#shown.length : undefined,
      terms: this.#terms || undefined,
    }
  }

  #take({ result, count }: Page, step: Step): void {
    if (step !== 'more') this.#shown = []
    // A question published meanwhile moves the pages by one: what is shown already is not shown twice.
    const known = new Set(this.#shown.map(one => one.id))
    const fresh = result.filter(one => !known.has(one.id))
    const from = this.#shown.length
    this.#shown = [...this.#shown, ...fresh]
    this.#count = fresh.length === 0 ? this.#shown.length : count
    if (!this.#terms) this.#all = count
    if (step === 'more') void this.updateComplete.then(() => this.#row(from)?.focus({ preventScroll: true }))
    this.#tell('rw-load', { count })
  }

  #row(index: number): HTMLElement | undefined {
    return this.renderRoot.querySelectorAll<HTMLElement>('.question')[index]
  }

  #tell(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  #search(terms: string, wait = pause): void {
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => {
      if (terms.trim() === this.#terms) return
      this.#terms = terms.trim()
      void this.#read('search')
    }, wait)
  }

  #unfold(part: string): void {
    if (!this.#unfolded.delete(part)) this.#unfolded.add(part)
    this.requestUpdate()
  }

  // What is about to change its height must not pull what stands below into sight.
  #change(): void {
    const root = this.renderRoot.querySelector<HTMLElement>('.root')
    this.#settle ??= root ? keepBelowStill(root) : undefined
    this.requestUpdate()
  }

  protected override willUpdate(): void {
    if (this.texts && this.#say?.texts !== this.texts) this.#say = sayIn(this.language, this.texts)
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    super.updated(changed)
    this.#settle?.()
    this.#settle = undefined
  }

  protected override render(): TemplateResult {
    const say = this.#say
    if (!say) return html`<div class="root">${blanks()}</div>`
    return html`<section class="root" aria-label=${say.texts.questions}>
      ${this.#header(say)} ${this.#frame ? this.#form(say) : nothing} ${this.#body(say)}
    </section>`
  }

  #header({ texts, number, isOne }: Say): TemplateResult {
    const all = this.#all
    const count = this.#terms ? this.#count : all
    return html`<header part="header" class="head">
      <slot name="heading"><h2 part="heading">${texts.questions}</h2></slot>
      <span part="count" class="count" role="status"
        >${count === undefined || all === 0 ? nothing : texts.questionCount(number(count), isOne(count))}</span
      >
      ${
        all
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
              aria-expanded=${Boolean(this.#frame)}
              @click=${() => (this.#frame ? this.#closeForm(true) : this.#openForm())}
            >
              <span>${texts.ask}</span>
            </button>`
          : nothing
      }
    </header>`
  }

  #body(say: Say): TemplateResult {
    const { texts } = say
    if (this.#failed && this.#failed !== 'more')
      return html`<div part="note" class="note" role="alert"><p>${texts.failed}</p>${this.#again(this.#failed, texts.retry)}</div>`
    if (this.#all === undefined) return blanks()
    if (this.#all === 0)
      return html`<div part="note" class="note"><slot name="empty">${texts.noQuestions}</slot></div>`
    if (this.#count === 0)
      return html`<div part="note" class="note">
        <p>${texts.noQuestionsFound(this.#terms)}</p>
        <button part="button" class="pill" type="button" @click=${() => this.#clear()}>${texts.clearSearch}</button>
      </div>`
    const view = {
      say,
      isUnfolded: (part: string) => this.#unfolded.has(part),
      unfold: (part: string) => this.#unfold(part),
    }
    return html`<ul part="list" class="list" aria-busy=${this.#busy === 'search'}>
        ${this.#shown.map(one => question(one, view))}
      </ul>
      ${this.#more(say)}`
  }

  #more({ texts }: Say): TemplateResult | typeof nothing {
    if (this.#shown.length >= this.#count) return nothing
    return html`<div class="more">
      ${this.#failed ? html`<p role="alert">${texts.failed}</p>` : nothing}
      ${this.#again('more', this.#failed ? texts.retry : texts.more)}
    </div>`
  }

  #again(step: Step, words: string): TemplateResult {
    return html`<button part="button" class="pill" type="button" @click=${() => this.#read(step)}>${words}</button>`
  }

  #clear(): void {
    const field = this.renderRoot.querySelector('input')
    if (field) field.value = ''
    field?.focus()
    this.#search('', 0)
  }

  #form({ texts }: Say): TemplateResult {
    const { source } = this
    if (!source) return html``
    const { name, value } = source.product
    const address = addressOf(source, 'embed/question', { [name]: value, locale: this.language })
    return html`<div part="frame" class="frame">
      <iframe src=${address} title=${texts.ask}></iframe>
      <button class="shut" type="button" aria-label=${texts.close} @click=${() => this.#closeForm(true)}>
        ${closeIcon}
      </button>
    </div>`
  }

  async #openForm(): Promise<void> {
    this.#frame = new AbortController()
    this.requestUpdate()
    await this.updateComplete
    const frame = this.renderRoot.querySelector('iframe')
    if (!frame || !this.#frame) return
    frame.focus()
    const events = {
      height: (pixels: number) => {
        frame.height = String(pixels)
        frame.style.height = `${pixels}px`
      },
      sent: () => this.#tell('rw-question-sent'),
    }
    listenToFrame(frame, events, this.#frame.signal)
  }

  #closeForm(isAsked = false): void {
    this.#frame?.abort()
    this.#frame = undefined
    this.requestUpdate()
    if (isAsked) this.renderRoot.querySelector<HTMLElement>('.solid')?.focus()
  }
}

function blanks(): TemplateResult {
  return html`<ul class="list" aria-hidden="true">${[1, 2, 3].map(blankQuestion)}</ul>`
}
