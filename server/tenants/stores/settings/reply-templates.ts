import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import { unknownPlaceholders } from './own-words.ts'

/** A text that a store uses again and again in replies, with the placeholders `{name}`, `{product}` and `{store}`. */
export type ReplyTemplate = { title: string; text: string }

export const mostTemplates = 20
const mostTitle = 60 // characters
const mostText = 2_000 // characters

/** The errors of the templates, each at its place in the list: `reply_templates.0`. */
export function wrongReplyTemplates(templates: ReplyTemplate[]): FieldProblem[] {
  if (templates.length > mostTemplates)
    return [{ path: 'reply_templates', problem: 'array_max', values: [mostTemplates] }]
  return templates.flatMap(({ title, text }, index) => [
    ...wrongLength(`reply_templates.${index}`, title, mostTitle),
    ...(/[\p{Cc}\p{Bidi_Control}]/u.test(title)
      ? [{ path: `reply_templates.${index}`, problem: 'one_line' as const }]
      : []),
    ...wrongLength(`reply_templates.${index}`, text, mostText),
    ...unknownPlaceholders(text).map(each => ({
      path: `reply_templates.${index}`,
      problem: 'placeholder' as const,
      values: [each],
    })),
  ])
}

function wrongLength(path: string, text: string, most: number): FieldProblem[] {
  const isRight = text.trim() !== '' && [...text].length <= most && isStorable(text)
  return isRight ? [] : [{ path, problem: 'length', values: [1, most] }]
}
