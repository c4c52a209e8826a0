import { z } from 'zod'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { isLanguageTag } from '../../../foundation/http/input/fields.ts'
import { toProblems } from '../../../foundation/http/input/json-body.ts'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import { designedKinds, designLimits, isDesigned, leadsToForm } from './mail-blocks.ts'
import { inLanguage, mostLanguages, mostWords, unknownPlaceholders } from './own-words.ts'

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('heading'), text: text(designLimits.heading) }),
  z.strictObject({ type: z.literal('text'), text: text(mostWords) }),
  /** The products to review, each with its stars. */
  z.strictObject({ type: z.literal('products'), pictures: z.boolean() }),
  /** The stars of the first product alone. */
  z.strictObject({ type: z.literal('stars') }),
  /** Without a source: the store's logo. */
  z.strictObject({
    type: z.literal('picture'),
    source: picture().nullable(),
    alt: text(designLimits.alt, 0),
  }),
  z.strictObject({ type: z.literal('button'), text: text(designLimits.button) }),
])

/**
 * The blocks of a mail that a store designs, from above to below. The footer is no block: every mail ends with it, so
 * that no design is without the reason of the mail and the link that unsubscribes.
 */
export const mailDesign = z
  .array(block)
  .min(1)
  .max(designLimits.blocks)
  .check(({ value, issues }) => {
    const count = (type: MailBlock['type']) => value.filter(each => each.type === type).length
    const written = value.map(each => ('text' in each ? each.text.length : 0)).reduce((a, b) => a + b, 0)
    const refuse = (message: string, values: (string | number)[]) =>
      issues.push({ code: 'custom', message, params: { values }, input: value })
    if (count('products') > 1 || count('stars') > 1) refuse('array_max', [1])
    if (count('picture') > designLimits.pictures) refuse('array_max', [designLimits.pictures])
    if (!value.some(leadsToForm)) refuse('required', [])
    if (written > designLimits.characters) refuse('length', [1, designLimits.characters])
  })

export type MailBlock = z.infer<typeof block>

/** The store's own designs by kind of mail and language. */
export type MailDesigns = Record<string, Record<string, MailBlock[]>>

/** The store's own design in this language or the nearest one with the same base; undefined: our usual mail. */
export function ownDesign(designs: MailDesigns, kind: string, language: string): MailBlock[] | undefined {
  return inLanguage(designs[kind], language)
}

/** The errors of a store's designs, by field: `mail_designs.request.pt-BR.0.text`. */
export function wrongMailDesigns(designs: MailDesigns): FieldProblem[] {
  return Object.entries(designs).flatMap(([kind, byLanguage]): FieldProblem[] => {
    const path = `mail_designs.${kind}`
    const isTooMany = Object.keys(byLanguage).length > mostLanguages
    return [
      ...(isDesigned(kind) ? [] : [{ path, problem: 'one_of' as const, values: [designedKinds.join(', ')] }]),
      ...(isTooMany ? [{ path, problem: 'array_max' as const, values: [mostLanguages] }] : []),
      ...Object.entries(byLanguage).flatMap(([language, blocks]) =>
        wrongDesign(`${path}.${language}`, language, blocks),
      ),
    ]
  })
}

function wrongDesign(path: string, language: string, blocks: MailBlock[]): FieldProblem[] {
  const { error } = mailDesign.safeParse(blocks, { reportInput: true })
  const problems = error?.issues.flatMap(issue => toProblems({ ...issue, path: [path, ...issue.path] })) ?? []
  return [...(isLanguageTag(language) ? [] : [{ path, problem: 'language_tag' as const }]), ...problems]
}

/** A text of the merchant's: never HTML, with placeholders that every request fills. */
function text(most: number, least = 1) {
  return z.string().check(({ value, issues }) => {
    const refuse = (message: string, values: (string | number)[]) =>
      issues.push({ code: 'custom', message, params: { values }, input: value })
    const isRight = value.trim().length >= least && [...value].length <= most && isStorable(value)
    if (!isRight) refuse('length', [least, most])
    for (const unknown of unknownPlaceholders(value)) refuse('placeholder', [unknown])
  })
}

function picture() {
  return z.url({ protocol: /^https$/ }).max(designLimits.source)
}
