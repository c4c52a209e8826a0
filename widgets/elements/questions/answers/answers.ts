import { load } from 'texts:widgets/answers'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Source } from '../../../config.ts'
import { conventionsOf, languageOf } from '../../../locale.ts'
import { dress } from '../../dress.ts'
import { foldable } from '../../foldable.ts'
import { sealIcon } from '../../icons.ts'
import { nameOf } from '../../say.ts'
import { createForm } from '../form/form.ts'
import { type Answer, type Question, type QuestionView, reportButton } from '../question.ts'
import type { QuestionPage } from '../question-list.ts'
import type { RwQuestions } from '../questions.ts'
import { styles } from './answers.styles.ts'

/** Shows the answers of shoppers to a question and, if the shopper may answer it, the button that opens the form. */
export type Answers = (question: Question, view: QuestionView) => TemplateResult

const sheet = [styles]

/**
 * Loads the texts of answers. Only pages with answers, or of a store that takes some, load this code. `signal` aborts when
 * the element shows something else.
 */
export async function createAnswers(
  element: RwQuestions,
  source: Source,
  meta: QuestionPage['meta'] | undefined,
  signal: AbortSignal,
): Promise<Answers> {
  const { locale, formats } = conventionsOf(languageOf(element))
  const texts = (await load(locale)).texts(formats)
  const form = createForm(element, {
    source,
    path: 'embed/answer',
    name: 'question_id',
    sent: 'rw-answer-sent',
  })
  signal.addEventListener('abort', form.stop)
  return (one, view) => {
    // With each rendering, because a new design replaces the sheets.
    dress(element.renderRoot, sheet)
    const { id, answers } = one
    const isOpen = form.opened === id
    return html`${
      answers?.length
        ? html`<ul part="answers" class="answers">
            ${answers.map(one => answer(one, view))}
          </ul>`
        : nothing
    }
    ${
      meta?.buyer_answers && element.enableNewQuestions
        ? html`<button
            part="answer-button"
            class="link"
            type="button"
            aria-expanded=${isOpen}
            @click=${({ currentTarget }: Event) => form.toggle(id, currentTarget as HTMLElement)}
          >
            ${texts.answer}
          </button>`
        : nothing
    }
    ${isOpen ? form.frame(view.say, texts.answer) : nothing}`
  }
}

function answer(one: Answer, view: QuestionView): TemplateResult {
  const { id, body, created_at, verified_purchase } = one
  const { texts, date } = view.say
  return html`<li part="answer" class="answer">
    ${foldable(id, body, '', view)}
    <p class="meta">
      <span part="author" dir="auto">${nameOf(one, view.say)}</span>${
        verified_purchase
          ? html` · <span part="verified" class="verified">${sealIcon}${texts.verified}</span>`
          : nothing
      } · <time datetime=${created_at}>${date(created_at)}</time>${reportButton('answers', id, view)}
    </p>
  </li>`
}
