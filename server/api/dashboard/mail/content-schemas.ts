import { z } from 'zod'
import { isLanguageTag } from '../../../foundation/http/input/fields.ts'
import { wordedKinds } from '../../../foundation/mailings/kinds.ts'
import { designedKinds, isDesigned } from '../../../tenants/stores/settings/mail-blocks.ts'
import { mailDesign } from '../../../tenants/stores/settings/mail-design.ts'
import { wrongOwnWords } from '../../../tenants/stores/settings/own-words.ts'

const language = z.string().check(({ value, issues }) => {
  if (!isLanguageTag(value)) issues.push({ code: 'custom', message: 'language_tag', input: value })
})

/** A store's own texts for one mail. Null or empty uses the default. */
const ownWords = z
  .strictObject({
    kind: z.enum(wordedKinds),
    language,
    subject: z.string().nullable().optional(),
    words: z.string().nullable().optional(),
  })
  .check(({ value, issues }) => {
    const { subject, words } = value
    const own = {
      ...(typeof subject === 'string' && { subject }),
      ...(typeof words === 'string' && { words }),
    }
    for (const { path, problem, values } of wrongOwnWords(own)) {
      issues.push({ code: 'custom', message: problem, params: { values }, path: [path], input: value })
    }
  })

const look = { color: z.string().optional(), logo_url: z.string().nullable().optional() }

/** A store's own blocks for one mail. Null: our usual mail. */
const ownDesign = z.strictObject({
  kind: z.enum(designedKinds),
  language,
  blocks: mailDesign.nullable(),
})

export const mailContentChange = z.strictObject({
  words: z.array(ownWords).max(200).default([]),
  designs: z.array(ownDesign).max(60).default([]),
  ...look,
})

/** A mail with unsaved texts and colours; of a request or reminder also with unsaved blocks, or null: without any. */
export const mailDraft = z
  .strictObject({ mail: ownWords, design: mailDesign.nullable().optional(), ...look })
  .check(({ value, issues }) => {
    const values = [designedKinds.join(', ')]
    if (value.design && !isDesigned(value.mail.kind))
      issues.push({
        code: 'custom',
        message: 'one_of',
        params: { values },
        path: ['mail', 'kind'],
        input: value,
      })
  })

const said = z.object({ subject: z.string(), words: z.string() })

export const mailContent = z
  .object({
    /** The language of the store's mails to buyers. */
    language: z.string(),
    color: z.string(),
    logo_url: z.string().nullable(),
    /** The languages of our mails, and those that the store has its own texts for. */
    languages: z.array(z.string()),
    limits: z.object({
      subject: z.number(),
      words: z.number(),
      /** Of the HTML: a mail that its blocks make larger is refused. */
      bytes: z.number(),
    }),
    kinds: z.array(
      z.object({
        kind: z.enum(wordedKinds),
        /** The placeholders that a subject and text may contain: `{name}`. */
        placeholders: z.array(z.string()),
        /** The default texts, by language. */
        standard: z.record(z.string(), said),
        own: z.record(z.string(), said.partial()),
        /** The blocks, by language; `inherited`: those of a related language, such as pt for pt-BR. */
        designs: z
          .object({
            own: z.record(z.string(), mailDesign),
            inherited: z.record(z.string(), mailDesign),
            /** The texts of our usual mail that are not `words`. */
            standard: z.record(z.string(), z.object({ heading: z.string(), button: z.string() })),
          })
          .optional(),
      }),
    ),
  })
  .meta({ title: 'MailContent' })

export const previewedMail = z
  .object({
    from: z.string(),
    subject: z.string(),
    preheader: z.string(),
    html: z.string(),
    text: z.string(),
    /** Of the HTML. Gmail clips mails above 102 kB. */
    bytes: z.number(),
    /** The store's colour, adjusted for readability. */
    colors: z.object({
      brand: z.string(),
      on_brand: z.string(),
      link: z.string(),
      link_in_dark: z.string(),
      /** The WCAG contrast between the colour and the mail's background, light and dark. */
      contrast: z.number(),
      contrast_in_dark: z.number(),
    }),
  })
  .meta({ title: 'MailPreview' })

/** The result of a test mail. `answer` is the mail server's response, or the error before it. */
export const testedMail = z
  .object({
    to: z.string(),
    outcome: z.enum(['sent', 'later', 'refused', 'off']),
    answer: z.string(),
  })
  .meta({ title: 'TestMail' })

export type MailContent = z.infer<typeof mailContent>
export type MailContentChange = z.input<typeof mailContentChange>
export type MailDraft = z.input<typeof mailDraft>
export type PreviewedMail = z.infer<typeof previewedMail>
export type TestedMail = z.infer<typeof testedMail>
