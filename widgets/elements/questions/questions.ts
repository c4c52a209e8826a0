import { html } from 'lit'
import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { shared } from '../../styles.ts'
import { LoadingElement } from '../loading-element.ts'
import { questionsProperties } from '../properties.ts'

/** The questions about a product, with the store's answers. */
export class RwQuestions extends LoadingElement {
  static override properties = {
    ...LoadingElement.properties,
    enableNewQuestions: {
      attribute: questionsProperties.enableNewQuestions,
      converter: (value: string | null) => value !== 'false',
    },
  }
  static override styles = [shared]

  declare enableNewQuestions: boolean

  constructor() {
    super()
    this.enableNewQuestions = true
  }

  #count = 0

  protected override async load(source: Source, signal: AbortSignal): Promise<void> {
    const { name, value } = source.product
    const { count } = await read<{ count: number }>(source, 'questions', { [name]: value, limit: 5 }, signal)
    this.#count = count
    this.requestUpdate()
  }

  protected override render() {
    return html`${this.texts?.questionCount(String(this.#count), this.#count === 1)}`
  }
}
